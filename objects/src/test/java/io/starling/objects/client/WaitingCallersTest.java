package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreLostException;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers that wait run their store, whatever becomes of them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WaitingCallersTest {

  private static final int THREADS = 12;
  private static final int[] SIZES = {1, 1000, 65_536, 300_001};

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger interrupted = new AtomicInteger();

  @ParameterizedTest
  @EnumSource
  void each_call_ends_rightly_while_some_are_interrupted(Door door) throws InterruptedException {
    callAndInterrupt(door, 60);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void so_do_many_more(Door door) throws InterruptedException {
    callAndInterrupt(door, 1000);
  }

  /** Each thread has ids of its own, so it knows what each call that is not interrupted returns. */
  private void callAndInterrupt(Door door, int rounds) throws InterruptedException {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("-Dstarling.seed=" + seed);
    try (StorePair stores = new StorePair(door, 32 << 20)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        ObjectStore near = i % 2 == 0 ? stores.here() : stores.there();
        ObjectStore far = i % 2 == 0 ? stores.there() : stores.here();
        Thread.Builder kind = i % 3 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
        threads.add(kind.start(() -> work(near, far, number, rounds)));
      }
      Random random = new Random(seed);
      while (threads.stream().anyMatch(Thread::isAlive)) {
        threads.get(random.nextInt(THREADS)).interrupt();
        LockSupport.parkNanos(random.nextInt(2_000_000));
      }
      assertThat(failures).isEmpty();
      assertThat(interrupted).hasPositiveValue();
      assertThat(stores.notes()).isEmpty();
      checkBoth(stores, ObjectId.of("after all"));
      stores.awaitUsed(0);
      stores.awaitPending(0);
    }
  }

  private void work(ObjectStore near, ObjectStore far, int thread, int rounds) {
    for (int round = 0; round < rounds && failures.isEmpty(); round++) {
      ObjectId id = ObjectId.of("object %d %d".formatted(thread, round));
      byte[] content = new byte[SIZES[round % SIZES.length]];
      new Random(31L * thread + round).nextBytes(content);
      try {
        putAndGet(near, far, id, content);
      } catch (CancellationException e) {
        interrupted.incrementAndGet();
        if (!Thread.interrupted()) {
          failures.add(new AssertionError("no interrupt, but a cancelled call", e));
        }
      } catch (Throwable e) {
        failures.add(e);
      }
      delete(near, id);
    }
  }

  private static void putAndGet(ObjectStore near, ObjectStore far, ObjectId id, byte[] content) {
    assertThat(near.put(id, Buffer.of(content))).isTrue();
    try (ObjectView view = far.get(id)) {
      assertThat(view.bytes()).isEqualTo(content);
    }
    try (ObjectView view = near.get(id, Duration.ofSeconds(60)).orElseThrow()) {
      assertThat(view.bytes()).isEqualTo(content);
    }
    assertThat(far.info(id)).isPresent();
    assertThat(far.put(id, Buffer.of(content))).isFalse();
  }

  /** Until it was not interrupted. */
  private void delete(ObjectStore store, ObjectId id) {
    boolean done = false;
    while (!done && failures.isEmpty()) {
      try {
        store.delete(id);
        done = true;
      } catch (CancellationException e) {
        interrupted.incrementAndGet();
        Thread.interrupted();
      } catch (Throwable e) {
        failures.add(e);
      }
    }
  }

  private static void checkBoth(StorePair stores, ObjectId id) {
    putAndGet(stores.here(), stores.there(), id, new byte[1000]);
    stores.there().delete(id);
  }

  @ParameterizedTest
  @EnumSource
  void who_is_interrupted_already_harms_no_store(Door door) {
    try (StorePair stores = new StorePair(door, 4 << 20)) {
      for (int i = 0; i < 20; i++) {
        ObjectId id = ObjectId.of("object " + i);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> stores.here().get(id)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        checkBoth(stores, id);
      }
      assertThat(stores.notes()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_hangs_on_a_future_may_wait_for_the_store(Door door) throws Exception {
    try (StorePair stores = new StorePair(door, 4 << 20)) {
      ObjectId asked = ObjectId.of("asked");
      ObjectId never = ObjectId.of("never");
      CompletableFuture<Boolean> chained =
          stores
              .here()
              .getAsync(asked)
              .thenApply(
                  view -> {
                    view.close();
                    checkBoth(stores, ObjectId.of("in between"));
                    return stores.here().put(never, Buffer.of(new byte[10]));
                  });
      // This thread runs the turn in which the object comes, and must not wait in it.
      Thread waits = Thread.ofPlatform().start(() -> stores.here().get(never).close());
      stores.there().put(asked, Buffer.of(new byte[70_000]));
      assertThat(chained.get(60, TimeUnit.SECONDS)).isTrue();
      waits.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void all_hear_that_the_store_has_ended(Door door) throws InterruptedException {
    try (StorePair stores = new StorePair(door, 4 << 20)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ObjectId id = ObjectId.of("never " + i);
        Thread.Builder kind = i % 3 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
        threads.add(kind.start(() -> awaitTheEnd(stores.here(), id)));
      }
      stores.awaitPending(THREADS);
      stores.killFirst();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
    }
  }

  private void awaitTheEnd(ObjectStore store, ObjectId id) {
    try {
      store.get(id);
      failures.add(new AssertionError("got what was never put"));
    } catch (StoreLostException e) {
      // So it should be.
    } catch (Throwable e) {
      failures.add(e);
    }
  }
}
