package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.StoreFullException;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads use the connections of two stores at once, are interrupted, and look at each byte.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ManyThreadsTest {

  private static final int THREADS = 8;
  private static final int[] SIZES = {1, 1000, 65_535, 65_536, 300_001, 1 << 20};

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @EnumSource
  void all_bytes_are_right_and_no_memory_is_lost(Door door) throws InterruptedException {
    run(door, 100);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void so_they_are_after_many_more_calls(Door door) throws InterruptedException {
    run(door, 1000);
  }

  private void run(Door door, int rounds) throws InterruptedException {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("-Dstarling.seed=" + seed);
    try (StorePair stores = new StorePair(door, 16 << 20)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ObjectStore store = i % 2 == 0 ? stores.here() : stores.there();
        Random random = new Random(seed + i);
        threads.add(Thread.ofPlatform().start(() -> work(store, random, rounds)));
      }
      Random random = new Random(seed - 1);
      while (threads.stream().anyMatch(Thread::isAlive)) {
        threads.get(random.nextInt(THREADS)).interrupt();
        LockSupport.parkNanos(random.nextInt(3_000_000));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      IntStream.range(0, rounds / 10 + 1).forEach(group -> stores.here().delete(idsOf(group)));
      stores.awaitUsed(0);
      stores.awaitPending(0);
    }
  }

  private static List<ObjectId> idsOf(int group) {
    return IntStream.range(0, SIZES.length).mapToObj(i -> id(group, i)).toList();
  }

  private static ObjectId id(int group, int number) {
    return ObjectId.of("object " + group + " " + number);
  }

  private static byte[] content(int group, int number) {
    byte[] bytes = new byte[SIZES[number]];
    new Random(31L * group + number).nextBytes(bytes);
    return bytes;
  }

  private void work(ObjectStore store, Random random, int rounds) {
    for (int round = 0; round < rounds && failures.isEmpty(); round++) {
      try {
        if (round % 10 == 0) {
          store.delete(idsOf(round / 10 - 2)); // Else the stores would be full.
        }
        call(store, random, round / 10, random.nextInt(SIZES.length));
      } catch (CancellationException | ObjectDeletedException | StoreFullException e) {
        // An interrupt, or others were first.
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof ObjectDeletedException
            || e.getCause() instanceof StoreFullException)) {
          failures.add(e);
        }
      } catch (Throwable e) {
        failures.add(e);
      } finally {
        Thread.interrupted();
      }
    }
  }

  private void call(ObjectStore store, Random random, int group, int number) {
    ObjectId id = id(group, number);
    byte[] content = content(group, number);
    switch (random.nextInt(9)) {
      case 0, 1 -> store.put(id, Buffer.of(content));
      case 2 -> store.putAsync(id, Buffer.of(content)).join();
      case 3 -> write(store, id, content, random.nextBoolean());
      case 4 -> {
        CompletableFuture<Void> checked =
            store
                .getAsync(id)
                .thenAccept(
                    view -> {
                      try {
                        check(view, content);
                      } catch (Throwable e) {
                        failures.add(e);
                      }
                    });
        if (random.nextBoolean()) {
          store.put(id, Buffer.of(content));
          await(checked);
        }
      }
      case 5 -> {
        if (store.await(List.of(id), 1, Duration.ZERO).enough()) {
          check(store.get(id), content);
        }
      }
      case 6 -> {
        byte[] read = new byte[content.length];
        if (store.info(id).isPresent()) {
          store.read(id, Buffer.of(read));
          assertThat(read).isEqualTo(content);
        }
      }
      case 7 -> cancel(store.getAsync(id));
      default -> {
        if (group > 0) {
          store.delete(id(group - 1, number));
        }
      }
    }
  }

  /** It may never come: a put that was first may have been given up. */
  private static void await(CompletableFuture<Void> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      throw new CancellationException();
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  private static void cancel(CompletableFuture<ObjectView> future) {
    if (!future.cancel(true)) {
      future.thenAccept(ObjectView::close).join();
    }
  }

  private static void write(ObjectStore store, ObjectId id, byte[] content, boolean seals) {
    try (ObjectWriter writer = store.create(id, Datatype.INT8, content.length)) {
      writer.segment().copyFrom(MemorySegment.ofArray(content));
      writer.written(content.length / 2);
      if (seals) {
        writer.written(content.length - content.length / 2);
        writer.seal();
      }
    }
  }

  private static void check(ObjectView view, byte[] content) {
    try (view) {
      assertThat(view.bytes()).isEqualTo(content);
    }
  }
}
