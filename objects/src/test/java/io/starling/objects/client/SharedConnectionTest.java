package io.starling.objects.client;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that share a connection read its answers for each other. */
@Timeout(60)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SharedConnectionTest {

  private static final int THREADS = 8;
  private static final int CALLS = 200;

  private StorePair stores;
  private ObjectStore here;

  @BeforeEach
  void connect() {
    stores = new StorePair(Door.SOCKET, 4 << 20);
    here = stores.here();
  }

  @AfterEach
  void close() {
    stores.close();
  }

  private static ObjectId id(int thread, int call) {
    return ObjectId.of("object %d of thread %d".formatted(call, thread));
  }

  private void putAndGet(int thread) {
    for (int call = 0; call < CALLS; call++) {
      here.put(id(thread, call), Buffer.of(new int[] {thread, call}));
      try (ObjectView view = here.get(id(thread, call))) {
        assertThat(view.ints()).containsExactly(thread, call);
      }
    }
  }

  @Test
  void each_of_many_threads_gets_its_own_answers() {
    List<CompletableFuture<Void>> all =
        IntStream.range(0, THREADS)
            .mapToObj(
                thread ->
                    CompletableFuture.runAsync(() -> putAndGet(thread), Thread::startVirtualThread))
            .toList();
    all.forEach(CompletableFuture::join);
  }

  @Test
  void an_answer_that_no_thread_waits_for_comes_too() {
    for (int call = 0; call < CALLS; call++) {
      CompletableFuture<ObjectView> later = here.getAsync(id(0, call));
      here.put(id(0, call), Buffer.of(new int[] {call}));
      try (ObjectView view = later.join()) {
        assertThat(view.ints()).containsExactly(call);
      }
      assertThat(here.await(List.of(id(0, call)), 1, Duration.ofSeconds(30)).enough()).isTrue();
    }
  }

  @Test
  void an_answer_comes_while_another_thread_waits_for_long() throws InterruptedException {
    Thread waiting = Thread.ofPlatform().start(() -> here.get(id(1, 0)).close());
    await(() -> waiting.getState() != Thread.State.NEW);
    putAndGet(0);
    here.put(id(1, 0), Buffer.of(new int[1]));
    waiting.join();
  }

  @Test
  void a_reader_that_is_interrupted_leaves_its_turn_to_others() throws InterruptedException {
    for (int call = 0; call < 20; call++) {
      ObjectId never = id(2, call);
      Thread waiting =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      here.get(never).close();
                    } catch (java.util.concurrent.CancellationException e) {
                      // The test interrupts it.
                    }
                  });
      CompletableFuture<ObjectView> later = here.getAsync(id(3, call));
      waiting.interrupt();
      waiting.join();
      stores.there().put(id(3, call), Buffer.of(new int[1]));
      later.join().close();
    }
  }
}
