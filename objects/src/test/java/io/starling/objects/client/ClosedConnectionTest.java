package io.starling.objects.client;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are closed while they are used; another program beside them goes on. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ClosedConnectionTest {

  private static final int LARGE = 1 << 20;

  private final ObjectId id = ObjectId.of("object");
  @TempDir private Path folder;
  private Path file;
  private ServedStore store;
  private ObjectStore neighbour;
  private ObjectStore program;

  @BeforeEach
  void serve() {
    file = folder.resolve("store");
    store = ServedStore.start(StoreConfiguration.first(4 * LARGE), "here", file, note -> {});
    neighbour = ObjectStore.connect(file);
    program = ObjectStore.connect(file);
  }

  @AfterEach
  void end() {
    program.close();
    neighbour.close();
    store.close();
  }

  @Test
  void a_writer_of_a_closed_connection_writes_into_no_object_of_others() {
    ObjectWriter writer = program.create(id, Datatype.INT8, LARGE);
    writer.written(10);
    program.close();
    assertThatThrownBy(() -> writer.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 1))
        .isInstanceOf(IllegalStateException.class);
    writer.written(LARGE - 10);
    assertThatThrownBy(writer::seal).isInstanceOf(StoreLostException.class);
    writer.close();
    await(() -> neighbour.report(false).getFirst().used() == 0);
    assertThat(neighbour.put(id, Buffer.of(new byte[LARGE]))).isTrue();
  }

  @Test
  void a_view_of_a_closed_connection_shows_no_object_of_others() {
    neighbour.put(id, Buffer.of(new byte[LARGE]));
    ObjectView view = program.get(id);
    program.close();
    assertThatThrownBy(view::bytes).isInstanceOf(IllegalStateException.class);
    view.close();
    assertThatThrownBy(() -> program.get(id)).isInstanceOf(StoreLostException.class);
  }

  @Test
  void a_close_ends_every_call_that_waits() throws Exception {
    neighbour.put(id, Buffer.of(new byte[3 * LARGE]));
    ObjectId never = ObjectId.of("never");
    List<Future<?>> waiting = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      waiting.add(threads.submit(() -> program.get(never)));
      waiting.add(program.getAsync(never));
      waiting.add(threads.submit(() -> program.read(never, Buffer.of(new byte[10]))));
      waiting.add(threads.submit(() -> program.await(List.of(never), 1, Duration.ofHours(1))));
      waiting.add(program.putAsync(ObjectId.random(), Buffer.of(new byte[2 * LARGE])));
      await(() -> neighbour.report(false).getFirst().pending() >= 2);
      program.close();
      for (Future<?> call : waiting) {
        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .hasRootCauseInstanceOf(StoreLostException.class);
      }
    }
  }

  /** Puts and reads that are cut off anywhere. */
  @Test
  void what_others_put_stays_whole_while_connections_come_and_go() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("-Dstarling.seed=" + seed);
    Random random = new Random(seed);
    byte[] foreign = new byte[LARGE];
    Arrays.fill(foreign, (byte) 0xAA);
    byte[] mine = new byte[LARGE];
    for (int i = 0; i < 60; i++) {
      ObjectStore passing = ObjectStore.connect(file);
      CompletableFuture<Boolean> put = passing.putAsync(ObjectId.random(), Buffer.of(foreign));
      CompletableFuture<ObjectView> get = passing.getAsync(ObjectId.of("mine " + (i - 1)));
      LockSupport.parkNanos(random.nextInt(1_000_000));
      passing.close();
      random.nextBytes(mine);
      ObjectId each = ObjectId.of("mine " + i);
      assertThat(neighbour.put(each, Buffer.of(mine))).isTrue();
      try (ObjectView view = neighbour.get(each)) {
        assertThat(view.bytes()).isEqualTo(mine);
        var _ = put.handle((done, failure) -> null).join();
        var _ = get.handle((done, failure) -> null).join();
        assertThat(view.bytes()).isEqualTo(mine);
      }
      deleteAll();
    }
  }

  private void deleteAll() {
    neighbour.delete(
        neighbour.report(true).getFirst().objects().stream().map(each -> each.id()).toList());
  }
}
