package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several threads of each rank probe, cancel, wait for many requests, and talk to neighbours. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ThreadMessagesTest {

  private static final int MESSAGES = 100;

  static Stream<Arguments> teams() {
    return Stream.of(TestFabric.values())
        .flatMap(fabric -> Stream.of(false, true).map(progress -> Arguments.of(fabric, progress)));
  }

  private static void run(
      TestFabric fabric, boolean progress, int size, Consumer<Communicator> program) {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, progress);
    try (RankTeam team = RankTeam.threaded(fabric, size, 1, threading)) {
      team.run(program);
    }
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void threads_that_probe_each_find_their_own_messages(TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        2,
        world ->
            ThreadStormTest.onThreads(
                3,
                tag -> {
                  int other = 1 - world.rank();
                  for (int i = 0; i < MESSAGES; i++) {
                    Request send = world.iSend(Buffer.of(new int[] {i + tag}), other, tag);
                    assertThat(world.probe(other, tag).bytes()).isEqualTo(4);
                    int[] got = new int[1];
                    world.receive(Buffer.of(got), other, tag);
                    assertThat(got[0]).isEqualTo(i + tag);
                    send.await();
                  }
                }));
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void each_message_is_taken_by_one_of_the_threads_that_look_for_it(
      TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        2,
        world -> {
          Set<Integer> taken = ConcurrentHashMap.newKeySet();
          ThreadStormTest.onThreads(
              3,
              thread -> {
                for (int i = 0; i < MESSAGES; i++) {
                  if (thread == 2) {
                    world.send(Buffer.of(new int[] {2 * i}), 1 - world.rank(), 1);
                    world.send(Buffer.of(new int[] {2 * i + 1}), 1 - world.rank(), 1);
                  } else {
                    int[] got = new int[1];
                    world.matchedProbe(Communicator.ANY_SOURCE, 1).receive(Buffer.of(got));
                    assertThat(taken.add(got[0])).isTrue();
                  }
                }
              });
          assertThat(taken).hasSize(2 * MESSAGES);
        });
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void a_message_is_received_by_one_of_two_threads(TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        1,
        world -> {
          for (int i = 0; i < MESSAGES; i++) {
            Request send = world.iSend(Buffer.of(new int[1]), 0, 1);
            Message message = world.matchedProbe(0, 1);
            AtomicInteger refused = new AtomicInteger();
            ThreadStormTest.onThreads(
                2,
                thread -> {
                  try {
                    message.receive(Buffer.of(new int[1]));
                  } catch (IllegalStateException e) {
                    refused.getAndIncrement();
                  }
                });
            assertThat(refused.get()).isEqualTo(1);
            send.await();
          }
        });
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void a_thread_that_waits_hears_that_another_one_has_cancelled(
      TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        1,
        world -> {
          Request receive = world.iReceive(Buffer.of(new int[1]), 0, 1);
          Thread waiter = Thread.ofPlatform().daemon().start(receive::await);
          receive.cancel();
          try {
            waiter.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          receive.await();
          assertThat(receive.isCancelled()).isTrue();
        });
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void threads_wait_for_all_or_any_of_their_requests(TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        2,
        world ->
            ThreadStormTest.onThreads(
                3,
                tag -> {
                  int other = 1 - world.rank();
                  for (int i = 0; i < MESSAGES; i++) {
                    int[] got = new int[1];
                    Request receive = world.iReceive(Buffer.of(got), other, tag);
                    Request send = world.iSend(Buffer.of(new int[] {i}), other, tag);
                    Requests.awaitAll(List.of(send, receive));
                    assertThat(got[0]).isEqualTo(i);
                    Request never = world.iReceive(Buffer.of(new int[1]), other, 9);
                    Request again = world.iSynchronousSend(Buffer.of(got), other, tag);
                    Request last = world.iReceive(Buffer.of(new int[1]), other, tag);
                    assertThat(Requests.awaitAny(List.of(never, again))).isEqualTo(1);
                    assertThat(Requests.awaitSome(List.of(never, last))).containsExactly(1);
                    never.cancel();
                    never.await();
                    assertThat(never.isCancelled()).isTrue();
                  }
                }));
  }

  @ParameterizedTest(name = "{0}, progress thread: {1}")
  @MethodSource("teams")
  void threads_make_grids_and_talk_to_neighbours_at_the_same_time(
      TestFabric fabric, boolean progress) {
    run(
        fabric,
        progress,
        3,
        world -> {
          List<Communicator> own = Stream.generate(world::duplicate).limit(3).toList();
          ThreadStormTest.onThreads(3, thread -> ring(own.get(thread)));
          world.barrier();
          own.forEach(Communicator::close);
        });
  }

  private static void ring(Communicator own) {
    for (int round = 0; round < 10; round++) {
      try (CartesianCommunicator grid = own.cartesian(new int[] {3}, new boolean[] {true}, false)) {
        int[] got = new int[2];
        grid.neighbourAllgather(Buffer.of(new int[] {grid.rank()}), Buffer.of(got));
        assertThat(got).containsExactly((grid.rank() + 2) % 3, (grid.rank() + 1) % 3);
      }
    }
  }
}
