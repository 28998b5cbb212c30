package io.starling.objects.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.Waiting;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.Buffer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A store that has to survive what a test does to it, and a good program beside. */
final class GuardedStore implements AutoCloseable {

  static final int MEMORY = 4 << 20;

  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private final Path file;
  private final ServedStore store;
  private final ObjectStore neighbour;

  GuardedStore(Path folder) {
    file = folder.resolve("store");
    StoreConfiguration configuration = StoreConfiguration.first(MEMORY).withPatience(PATIENCE);
    store = ServedStore.start(configuration, "here", file, notes::add);
    neighbour = ObjectStore.connect(file);
  }

  /** Where programs find it. */
  Path file() {
    return file;
  }

  /** Where other stores find it. */
  InetSocketAddress address() {
    return store.host().address();
  }

  ObjectStore neighbour() {
    return neighbour;
  }

  void awaitUsed(long bytes) {
    await(() -> used() == bytes);
  }

  private long used() {
    CompletableFuture<Long> used = new CompletableFuture<>();
    assertThat(store.host().execute(() -> used.complete(store.host().store().memoryUsed())))
        .as("the store has ended: %s", store.host().ended().getNow("not at all"))
        .isTrue();
    return used.join();
  }

  void awaitNote(String text) {
    await(() -> List.copyOf(notes).stream().anyMatch(note -> note.contains(text)));
  }

  void await(BooleanSupplier what) {
    Waiting.await(what, () -> notes);
  }

  /** Whatever happened, the store serves, and no memory is lost. */
  @Override
  public void close() {
    byte[] sent = new byte[MEMORY / 4 * 3];
    new Random(3).nextBytes(sent);
    ObjectId last = ObjectId.random();
    awaitUsed(0);
    assertThat(neighbour.put(last, Buffer.of(sent))).isTrue();
    try (ObjectView view = neighbour.get(last)) {
      assertThat(view.bytes()).isEqualTo(sent);
    }
    neighbour.delete(last);
    awaitUsed(0);
    assertThat(store.host().ended()).isNotDone();
    neighbour.close();
    store.close();
  }

  /** Says its seed. */
  static Random random() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("-Dstarling.seed=" + seed);
    return new Random(seed);
  }
}
