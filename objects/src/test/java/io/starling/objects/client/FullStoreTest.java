package io.starling.objects.client;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreFullException;
import io.starling.objects.StoreReport;
import io.starling.objects.host.StoreHost;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A large store, and a small one that gets what the large one has. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FullStoreTest {

  private static final int MB = 1 << 20;
  private static final int SMALL = 8 * MB;
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private final ObjectId id = ObjectId.of("object");
  private StoreHost host;
  private ObjectStore large;
  private ObjectStore small;

  @BeforeEach
  void start() {
    StoreConfiguration first = StoreConfiguration.first(64 * MB).withPatience(PATIENCE);
    StoreHost other = StoreHost.start(first, note -> {});
    large = StoreConnections.embedded(other);
    StoreConfiguration second =
        StoreConfiguration.first(SMALL)
            .withPatience(PATIENCE)
            .joining(other.address(), first.secret());
    host = StoreHost.start(second, note -> {});
    small = StoreConnections.embedded(host);
  }

  @AfterEach
  void end() {
    small.close();
    large.close();
  }

  private static ObjectId id(int number) {
    return ObjectId.of("object " + number);
  }

  private static byte[] content(int number, int length) {
    byte[] bytes = new byte[length];
    new Random(number).nextBytes(bytes);
    return bytes;
  }

  private static void check(ObjectStore store, int number, int length) {
    try (ObjectView view = store.get(id(number))) {
      assertThat(view.bytes()).isEqualTo(content(number, length));
    }
  }

  private StoreReport report() {
    return small.report(false).getLast();
  }

  /** The memory that the system has given to the store. */
  private long taken() throws IOException {
    Process stat =
        new ProcessBuilder("stat", "-L", "-c", "%b", host.memoryPath().toString()).start();
    String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return 512 * Long.parseLong(blocks.strip());
  }

  @Test
  void a_store_full_of_originals_says_so_after_its_patience_and_loses_nothing() {
    for (int i = 0; i < 7; i++) {
      small.put(id(i), Buffer.of(content(i, MB)));
    }
    small.put(ObjectId.of("half"), Buffer.of(new byte[MB / 2]));
    long began = System.nanoTime();
    assertThatThrownBy(() -> small.put(id, Buffer.of(new byte[MB])))
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("8 originals hold %d bytes".formatted(7 * MB + MB / 2))
        .hasMessageContaining(": %d".formatted(MB));
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(PATIENCE.toNanos());
    assertThat(small.info(id)).isEmpty();
    assertThat(large.put(id, Buffer.of(new byte[MB]))).isTrue();
    assertThatThrownBy(() -> small.get(id)).isInstanceOf(StoreFullException.class);
    assertThatThrownBy(() -> small.read(id, Buffer.of(new byte[MB])))
        .isInstanceOf(StoreFullException.class);
    for (int i = 0; i < 7; i++) {
      check(large, i, MB);
      check(small, i, MB);
    }
    small.delete(id(3));
    small.get(id).close();
  }

  @Test
  void an_object_larger_than_the_store_is_refused_at_once() {
    large.put(id, Buffer.of(new byte[SMALL + 1]));
    assertThatThrownBy(() -> small.get(id)).hasMessageContaining("never fits");
    assertThatThrownBy(() -> small.put(id(1), Buffer.of(new byte[SMALL + 1])))
        .hasMessageContaining("never fits");
    assertThat(report().pending()).isZero();
  }

  @Test
  void the_spare_copies_that_were_used_last_stay() {
    for (int i = 0; i < 40; i++) {
      large.put(id(i), Buffer.of(content(i, MB)));
      check(small, i, MB);
      check(small, 0, MB);
      assertThat(report().used()).isLessThanOrEqualTo(SMALL);
    }
    List<Integer> there = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      if (large.info(id(i)).orElseThrow().places().size() == 2) {
        there.add(i);
      }
    }
    assertThat(there).containsExactly(0, 33, 34, 35, 36, 37, 38, 39);
  }

  @Test
  void a_copy_that_is_read_is_not_dropped_for_another_one() {
    for (int i = 0; i < 9; i++) {
      large.put(id(i), Buffer.of(content(i, MB)));
    }
    List<ObjectView> views = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      views.add(small.get(id(i)));
    }
    assertThatThrownBy(() -> small.get(id(8)))
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("8 copies that are read hold %d".formatted(SMALL));
    CompletableFuture<ObjectView> waiting = small.getAsync(id(8));
    views.remove(5).close();
    waiting.join().close();
    for (ObjectView view : views) {
      int number = views.indexOf(view) < 5 ? views.indexOf(view) : views.indexOf(view) + 1;
      assertThat(view.bytes()).isEqualTo(content(number, MB));
    }
    views.forEach(ObjectView::close);
  }

  @Test
  void puts_that_do_not_fit_together_all_end() {
    for (int round = 0; round < 3; round++) {
      List<ObjectId> ids = new ArrayList<>();
      List<CompletableFuture<Boolean>> puts = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        ids.add(ObjectId.random());
        puts.add(small.putAsync(ids.getLast(), Buffer.of(new byte[(1 + i % 4) * MB])));
      }
      int done = 0;
      for (CompletableFuture<Boolean> put : puts) {
        try {
          done += put.join() ? 1 : 0;
        } catch (CompletionException e) {
          assertThat(e).hasCauseInstanceOf(StoreFullException.class);
        }
      }
      assertThat(done).isBetween(2, 8);
      small.delete(ids);
      awaitUsed();
    }
  }

  private void awaitUsed() {
    await(() -> report().used() == 0);
  }

  @Test
  void the_system_gives_no_more_memory_than_the_budget() throws IOException {
    Random random = new Random(5);
    List<ObjectId> there = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      ObjectId each = ObjectId.random();
      byte[] bytes = new byte[70_000 + random.nextInt(2 * MB)];
      Arrays.fill(bytes, (byte) i);
      while (!there.isEmpty() && random.nextInt(4) < there.size()) {
        small.delete(there.remove(random.nextInt(there.size())));
      }
      small.put(each, Buffer.of(bytes));
      there.add(each);
      if (i % 10 == 0) {
        assertThat(taken()).isLessThanOrEqualTo(SMALL);
      }
    }
    small.delete(there);
    awaitUsed();
    assertThat(taken()).isLessThanOrEqualTo(SMALL);
  }

  @Test
  void small_objects_leave_nothing_in_the_memory() {
    for (int i = 0; i < 2000; i++) {
      ObjectId each = ObjectId.random();
      small.put(each, Buffer.of(new byte[100]));
      small.delete(each);
    }
    assertThat(report().used()).isZero();
    assertThat(report().entries() + large.report(false).getFirst().entries()).isZero();
  }
}
