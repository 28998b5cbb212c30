package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Request;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a request of a collective on a board does, as its own thread and others see it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeenRequestTest {

  private static final int ROUNDS = 300;
  private static final int OPEN = 100;

  /** A request is described outside the guard. */
  @Test
  void a_thread_prints_a_request_while_another_one_ends_many() {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, false);
    try (RankTeam team = RankTeam.threaded(TestFabric.SHARED, 2, 1, threading)) {
      team.run(SeenRequestTest::endMany);
    }
  }

  private static void endMany(Communicator world) {
    var last = new AtomicReference<>(world.iBarrier());
    var over = new AtomicBoolean();
    var printer =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                assertThat(last.get().toString()).isIn("barrier on a board", "complete");
              }
            });
    last.get().await();
    for (int round = 0; round < ROUNDS; round++) {
      List<Request> requests = Stream.generate(world::iBarrier).limit(OPEN).toList();
      last.set(requests.getLast());
      requests.forEach(Request::await);
    }
    over.set(true);
    printer.join();
  }

  @Test
  void an_interrupted_wait_names_the_ranks_that_have_not_posted() {
    RankTeam.run(
        TestFabric.SHARED,
        3,
        world -> {
          if (world.rank() == 0) {
            Request barrier = world.iBarrier();
            Thread.currentThread().interrupt();
            assertThatThrownBy(barrier::await)
                .hasMessageContaining("barrier on a board: the posts of ranks 1, 2");
            assertThat(Thread.interrupted()).isTrue();
            world.send(new int[1], 1, 0);
            world.send(new int[1], 2, 0);
            barrier.await();
          } else {
            world.receive(new int[1], 0, 0);
            world.barrier();
          }
        });
  }
}
