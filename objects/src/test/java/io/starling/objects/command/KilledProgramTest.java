package io.starling.objects.command;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreReport;
import io.starling.objects.door.RawProgram;
import io.starling.objects.door.ToStore;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are killed or stopped in the middle of what they do; the store has little heap. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class KilledProgramTest {

  private static final int LARGE = 4 << 20;
  private static final int SMALL = 60_000;

  private final ObjectId id = ObjectId.of("object");
  @TempDir private Path folder;
  private StoreProcess store;
  private ObjectStore neighbour;

  @BeforeEach
  void serve() {
    StoreConfiguration configuration =
        StoreConfiguration.first(16 << 20).withSilence(Duration.ofSeconds(10));
    store = StoreProcess.start(configuration, folder.resolve("store"), null, "-Xmx64m");
    neighbour = store.connect();
  }

  @AfterEach
  void close() {
    assertThat(store.process().isAlive()).isTrue();
    neighbour.close();
    store.close();
  }

  private ChildProcess program(String what, int size) {
    return ChildProcess.start(
        List.of(), StoreProgram.class, store.file().toString(), what, "object", "" + size);
  }

  private void awaitReport(Predicate<StoreReport> what) {
    await(
        () -> what.test(neighbour.report(false).getFirst()),
        () -> neighbour.report(false) + " " + store.process().lines());
  }

  @Test
  void half_a_put_vanishes_with_its_program_and_who_reads_it_gets_the_next_put() throws Exception {
    byte[] read = new byte[LARGE];
    byte[] whole = new byte[LARGE];
    Arrays.fill(whole, (byte) 2);
    try (ChildProcess writer = program("put-half", LARGE)) {
      writer.await("half");
      CompletableFuture<Void> reading =
          CompletableFuture.runAsync(() -> neighbour.read(id, Buffer.of(read)));
      awaitReport(report -> report.clients() == 2);
      await(() -> read[LARGE / 2 - 1] == 1);
      writer.kill();
      awaitReport(report -> report.clients() == 1 && report.used() == 0);
      assertThat(neighbour.info(id)).isEmpty();
      assertThat(reading).isNotDone();
      assertThat(neighbour.put(id, Buffer.of(whole))).isTrue();
      reading.get();
      assertThat(read).isEqualTo(whole);
    }
    neighbour.delete(id);
    awaitReport(report -> report.used() == 0);
  }

  @Test
  void memory_that_a_killed_program_read_is_free() {
    neighbour.put(id, Buffer.of(new byte[LARGE]));
    try (ChildProcess reader = program("get", 0)) {
      assertThat(reader.await("got ")).isEqualTo("" + LARGE);
      neighbour.delete(id);
      assertThat(neighbour.report(false).getFirst().used()).isEqualTo(LARGE);
      reader.kill();
      awaitReport(report -> report.used() == 0);
    }
  }

  /** What it asked for waits in the store, up to a bound; the store serves others. */
  @Test
  void a_stopped_program_gets_its_answers_when_it_goes_on() {
    try (ChildProcess reader = program("get-often", 100)) {
      reader.await("asked");
      awaitReport(report -> report.clients() == 2);
      reader.signal("STOP");
      neighbour.put(id, Buffer.of(new byte[SMALL]));
      neighbour.get(id).close();
      reader.signal("CONT");
      assertThat(reader.await("got ")).isEqualTo("" + 100 * SMALL);
      assertThat(reader.awaitEnd()).isZero();
    }
  }

  @Test
  void a_stopped_program_that_asked_for_more_than_the_store_has_heap_loses_its_connection() {
    try (ChildProcess reader = program("get-often", 3000)) {
      reader.await("asked");
      reader.signal("STOP");
      neighbour.put(id, Buffer.of(new byte[SMALL]));
      store.process().await("note a program does not read what it asked for");
      neighbour.get(id).close();
      reader.signal("CONT");
      assertThat(reader.awaitEnd()).isNotZero();
      assertThat(reader.lines()).anyMatch(line -> line.contains("StoreLostException"));
    }
  }

  @Test
  void a_program_that_never_reads_is_not_heard_any_more_and_others_are() throws IOException {
    neighbour.put(id, Buffer.of(new byte[SMALL]));
    try (RawProgram program = RawProgram.known(store.file())) {
      byte[] question = program.encode(new ToStore.Get(1, id, false));
      Thread asking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < 30_000; i++) {
                      program.trySend(ByteBuffer.wrap(question));
                    }
                  });
      for (int i = 0; i < 100; i++) {
        ObjectId other = ObjectId.random();
        neighbour.put(other, Buffer.of(new byte[LARGE]));
        try (ObjectView view = neighbour.get(other)) {
          assertThat(view.count()).isEqualTo(LARGE);
        }
        neighbour.delete(other);
      }
      assertThat(asking.isAlive()).isTrue();
    }
    awaitReport(report -> report.clients() == 1 && report.used() == 0);
  }
}
