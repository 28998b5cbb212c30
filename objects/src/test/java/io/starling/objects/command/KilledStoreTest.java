package io.starling.objects.command;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores in processes of their own, which are killed and stopped while programs use them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class KilledStoreTest {

  private static final int LARGE = 4 << 20;
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final StoreConfiguration configuration =
      StoreConfiguration.first(16 << 20).withSilence(SILENCE);
  private final List<StoreProcess> stores = new ArrayList<>();
  private final ObjectId id = ObjectId.of("object");
  @TempDir private Path folder;

  @AfterEach
  void end() {
    stores.forEach(StoreProcess::close);
  }

  /** Each joins the first; returns programs of all. */
  private List<ObjectStore> start(int count) {
    for (int i = 0; i < count; i++) {
      String contact = stores.isEmpty() ? null : stores.getFirst().contact();
      stores.add(
          StoreProcess.start(configuration, folder.resolve("host" + i).resolve("store"), contact));
    }
    List<ObjectStore> programs = stores.stream().map(StoreProcess::connect).toList();
    programs.forEach(program -> await(() -> program.report(false).size() == count));
    return programs;
  }

  private static <T> Future<T> run(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static Buffer bytes(int value) {
    byte[] bytes = new byte[LARGE];
    java.util.Arrays.fill(bytes, (byte) value);
    return Buffer.of(bytes);
  }

  private static void assertBytes(ObjectView view, int value) {
    try (view) {
      assertThat(view.bytes()).hasSize(LARGE).containsOnly(value);
    }
  }

  @Test
  void every_call_that_waits_hears_of_the_death_of_its_store() throws Exception {
    ObjectStore program = start(1).getFirst();
    ObjectId never = ObjectId.of("never");
    program.put(ObjectId.of("full"), Buffer.of(new byte[12 << 20]));
    ObjectView view = program.get(ObjectId.of("full"));
    ObjectWriter writer = program.create(ObjectId.of("half"), Datatype.INT8, 100_000);
    writer.written(1000);
    List<Future<?>> waiting = new ArrayList<>();
    waiting.add(run(() -> program.get(never)));
    waiting.add(program.getAsync(never));
    waiting.add(run(() -> program.await(List.of(never), 1, Duration.ofHours(1))));
    waiting.add(program.putAsync(id, bytes(1)));
    waiting.add(
        program.reduce(ObjectId.random(), List.of(never), 1, ReductionOperator.SUM).members());
    waiting.add(run(() -> read(program, never)));
    waiting.add(run(() -> read(program, ObjectId.of("half"))));
    await(() -> program.report(false).getFirst().pending() == 3);
    stores.getFirst().process().kill();
    for (Future<?> call : waiting) {
      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(StoreLostException.class)
          .rootCause()
          .hasMessageContaining("has ended");
    }
    writer.written(99_000);
    assertThatThrownBy(writer::seal).isInstanceOf(StoreLostException.class);
    writer.close();
    assertThat(view.bytes()).hasSize(12 << 20);
    view.close();
    assertThatThrownBy(() -> program.report(true)).isInstanceOf(StoreLostException.class);
    assertThatThrownBy(() -> program.delete(id)).isInstanceOf(StoreLostException.class);
    program.close();
    program.close();
    assertThatThrownBy(() -> stores.getFirst().connect())
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining("is gone");
  }

  private static Void read(ObjectStore program, ObjectId id) {
    program.read(id, Buffer.of(new byte[100_000]));
    return null;
  }

  @Test
  @Tag("slow")
  void a_store_that_is_stopped_for_less_than_the_silence_goes_on() throws Exception {
    List<ObjectStore> programs = start(3);
    programs.get(1).put(id, bytes(1));
    stores.get(1).process().signal("STOP");
    Future<ObjectView> got = run(() -> programs.get(2).get(id));
    Future<Boolean> put = run(() -> programs.get(1).put(ObjectId.of("other"), bytes(2)));
    // The stop itself is what is tested.
    LockSupport.parkNanos(SILENCE.dividedBy(2).toNanos());
    stores.get(1).process().signal("CONT");
    assertBytes(got.get(), 1);
    assertThat(put.get()).isTrue();
    assertThat(programs.get(0).report(false)).hasSize(3).allMatch(report -> report.view() == 3);
  }

  @Test
  @Tag("slow")
  void one_that_is_stopped_for_longer_is_left_behind_and_its_programs_hear_so() throws Exception {
    List<ObjectStore> programs = start(3);
    programs.get(0).put(id, bytes(1));
    assertBytes(programs.get(2).get(id), 1);
    Future<ObjectView> waiting = run(() -> programs.get(2).get(ObjectId.of("never")));
    stores.get(2).process().signal("STOP");
    await(() -> programs.get(0).report(false).size() == 2 && view(programs.get(0)) == 4);
    assertThat(programs.get(1).put(ObjectId.of("never"), bytes(2))).isTrue();
    assertThat(waiting).isNotDone();
    stores.get(2).process().signal("CONT");
    assertThat(stores.get(2).process().awaitEnd()).isNotZero();
    assertThat(stores.get(2).process().lines())
        .anyMatch(line -> line.startsWith("note ") && line.contains("store 2"));
    assertThatThrownBy(waiting::get).hasRootCauseInstanceOf(StoreLostException.class);
    assertBytes(programs.get(1).get(id), 1);
  }

  private static long view(ObjectStore program) {
    return program.report(false).getFirst().view();
  }

  /** The objects of those that live are there, and new ones go on. */
  @Test
  @Tag("slow")
  void two_of_five_stores_and_a_program_die_at_once() throws Exception {
    List<ObjectStore> programs = start(5);
    for (int i = 0; i < 3; i++) {
      programs.get(i).put(ObjectId.of("object " + i), bytes(i));
    }
    assertBytes(programs.get(4).get(ObjectId.of("object 0")), 0);
    for (int i = 0; i < 40; i++) {
      programs.get(i % 5).put(ObjectId.of("small " + i), Buffer.of(new int[] {i}));
    }
    ChildProcess writer =
        ChildProcess.start(
            List.of(),
            StoreProgram.class,
            stores.get(2).file().toString(),
            "put-half",
            "half",
            "" + LARGE);
    writer.await("half");
    List<CompletableFuture<ObjectView>> half =
        programs.stream().map(each -> each.getAsync(ObjectId.of("half"))).toList();
    stores.get(3).process().signal("KILL");
    stores.get(4).process().signal("KILL");
    writer.signal("KILL");
    await(() -> programs.get(0).report(false).size() == 3);
    for (int i = 0; i < 3; i++) {
      for (ObjectStore program : programs.subList(0, 3)) {
        assertBytes(program.get(ObjectId.of("object " + i)), i);
      }
    }
    assertThat(programs.get(1).put(ObjectId.of("half"), bytes(7))).isTrue();
    for (CompletableFuture<ObjectView> view : half.subList(0, 3)) {
      assertBytes(view.get(60, TimeUnit.SECONDS), 7);
    }
    for (CompletableFuture<ObjectView> view : half.subList(3, 5)) {
      assertThatThrownBy(view::get).hasRootCauseInstanceOf(StoreLostException.class);
    }
    long left =
        IntStream.range(0, 40)
            .filter(i -> programs.getFirst().info(ObjectId.of("small " + i)).isPresent())
            .count();
    // One value of ten was on the two stores that died, and is lost.
    assertThat(left).isBetween(20L, 40L);
  }
}
