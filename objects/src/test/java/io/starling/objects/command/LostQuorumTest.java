package io.starling.objects.command;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.NoQuorumException;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.StoreReport;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of two stores the first is the only keeper; the other one can't go on without it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LostQuorumTest {

  private static final int LARGE = 1 << 20;
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final StoreConfiguration configuration =
      StoreConfiguration.first(16 << 20).withSilence(SILENCE);
  private final ObjectId never = ObjectId.of("never");
  @TempDir private Path folder;
  private StoreProcess keeper;
  private StoreProcess other;
  private ObjectStore program;

  @BeforeEach
  void start() {
    keeper = StoreProcess.start(configuration, folder.resolve("keeper").resolve("store"), null);
    other = startOther("other");
    program = other.connect();
    await(() -> program.report(false).size() == 2);
  }

  private StoreProcess startOther(String name) {
    return StoreProcess.start(
        configuration, folder.resolve(name).resolve("store"), keeper.contact());
  }

  @AfterEach
  void end() {
    program.close();
    other.close();
    keeper.close();
  }

  private static <T> Future<T> run(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static void assertCutOff(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(NoQuorumException.class)
        .hasMessageStartingWith("no quorum: store 0 (127.0.0.1:")
        .hasMessageContaining("start all stores anew");
  }

  private Optional<String> trouble() {
    List<StoreReport> reports = program.report(false);
    return reports.isEmpty() ? Optional.empty() : reports.getLast().noQuorum();
  }

  @Test
  void calls_fail_when_it_stays_away_and_say_why() throws Exception {
    ObjectId whole = ObjectId.of("whole");
    program.put(whole, Buffer.of(new byte[LARGE]));
    ObjectWriter writer = program.create(ObjectId.of("half"), Datatype.INT8, LARGE);
    writer.written(1000);
    List<Future<?>> waiting = new ArrayList<>();
    waiting.add(run(() -> program.get(never)));
    waiting.add(program.getAsync(never));
    waiting.add(run(() -> program.get(never, Duration.ofHours(1))));
    waiting.add(run(() -> program.await(List.of(never), 1, Duration.ofHours(1))));
    waiting.add(
        program.reduce(ObjectId.random(), List.of(never), 1, ReductionOperator.SUM).members());
    waiting.add(run(() -> read(never)));
    waiting.add(run(() -> read(ObjectId.of("half"))));
    await(() -> program.report(false).getLast().pending() >= 2);
    keeper.process().kill();
    for (Future<?> call : waiting) {
      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(NoQuorumException.class)
          .rootCause()
          .hasMessageStartingWith("no quorum: store 0");
    }
    writer.written(LARGE - 1000);
    assertCutOff(writer::seal);
    writer.close();
    assertCutOff(() -> program.put(ObjectId.random(), Buffer.of(new byte[LARGE])));
    assertCutOff(() -> program.put(ObjectId.random(), Buffer.of(new byte[10])));
    assertCutOff(() -> program.get(never));
    assertCutOff(() -> program.await(List.of(never), 1, Duration.ofHours(1)));
    assertCutOff(() -> program.info(whole));
    assertCutOff(() -> program.delete(whole));
    assertThat(trouble()).hasValueSatisfying(text -> assertThat(text).startsWith("no quorum"));
    try (ObjectView view = program.get(whole)) {
      assertThat(view.count()).isEqualTo(LARGE);
    }
    // What the failed puts had is free.
    await(() -> program.report(false).getLast().used() == LARGE);
  }

  private Void read(ObjectId id) {
    program.read(id, Buffer.of(new byte[LARGE]));
    return null;
  }

  @Test
  void calls_work_again_when_it_is_back() throws Exception {
    Future<ObjectView> early = run(() -> program.get(never));
    await(() -> program.report(false).getLast().pending() == 1);
    keeper.process().signal("STOP");
    assertThatThrownBy(() -> early.get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(NoQuorumException.class);
    assertThat(trouble()).isPresent();
    keeper.process().signal("CONT");
    await(() -> trouble().isEmpty() && program.report(false).size() == 2);
    Future<ObjectView> late = run(() -> program.get(never));
    try (ObjectStore there = keeper.connect()) {
      assertThat(there.put(never, Buffer.of(new byte[LARGE]))).isTrue();
    }
    late.get(60, TimeUnit.SECONDS).close();
    program.delete(never);
  }

  @Test
  @Tag("slow")
  void a_store_that_joins_hears_why_it_can_not() {
    keeper.process().kill();
    await(() -> trouble().isPresent());
    String[] place = other.contact().split(":");
    StoreConfiguration joining =
        configuration.joining(
            new InetSocketAddress(place[0], Integer.parseInt(place[1])), configuration.secret());
    assertThatThrownBy(() -> ObjectStore.embedded(joining))
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining("could not join those at 127.0.0.1:" + place[1] + ": no quorum:");
  }
}
