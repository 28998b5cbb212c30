package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank owes its peers when it goes off to compute. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SettlementTest {

  private static final int SENDER = 0;
  private static final int RECEIVER = 1;
  private static final int CROWDING = 2;

  /** More than the sender's queue of incoming messages holds. */
  private static final int MANY = 2000;

  private static final int BYTES = 256 << 10;
  private static final Duration AWAY = Duration.ofMillis(30);
  private static final Duration LONG = Duration.ofSeconds(10);

  @ParameterizedTest
  @EnumSource
  void a_send_ends_though_its_receiver_went_to_compute(TestFabric fabric) {
    sendEnds(fabric, world -> world.receive(Buffer.of(new byte[BYTES]), SENDER, 0));
  }

  @ParameterizedTest
  @EnumSource
  void so_it_does_where_the_receiver_waits_for_what_is_done_already(TestFabric fabric) {
    sendEnds(fabric, world -> received(world).await());
  }

  @ParameterizedTest
  @EnumSource
  void so_it_does_where_all_requests_are_done_already(TestFabric fabric) {
    sendEnds(fabric, world -> Requests.awaitAll(List.of(received(world))));
  }

  private static Request received(Communicator world) {
    Request receive = world.iReceive(Buffer.of(new byte[BYTES]), SENDER, 0);
    while (!receive.test()) {
      Thread.onSpinWait();
    }
    return receive;
  }

  /** With a backlog to it that it does not take. */
  @Test
  void a_peer_that_takes_nothing_is_waited_for_once() {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch received = new CountDownLatch(1);
    int messages = 40;
    int bytes = 2 << 10;
    RankTeam.run(
        TestFabric.UCX,
        2,
        world -> {
          world.alltoall(Buffer.of(new long[2]), Buffer.of(new long[2]));
          if (world.rank() == SENDER) {
            for (int i = 0; i < messages; i++) {
              world.send(Buffer.of(new byte[bytes]), RECEIVER, 0);
            }
            sent.countDown();
            await(received);
            for (int i = 0; i < MANY; i++) {
              world.receive(Buffer.of(new long[1]), RECEIVER, 1);
            }
            return;
          }
          await(sent);
          List<Request> sends = activeThreads(world);
          long began = System.nanoTime();
          for (int i = 0; i < messages; i++) {
            world.receive(Buffer.of(new byte[bytes]), SENDER, 0);
          }
          Duration took = Duration.ofNanos(System.nanoTime() - began);
          received.countDown();
          Requests.awaitAll(sends);
          // Each for itself would be four seconds.
          assertThat(took).isLessThan(Duration.ofSeconds(2));
        });
  }

  /** A thread for progress must not keep the program out while it tries to get rid of a backlog. */
  @ParameterizedTest
  @EnumSource
  void a_peer_that_takes_nothing_locks_nobody_out(TestFabric fabric) {
    CountDownLatch begun = new CountDownLatch(1);
    Threading progressThread = new Threading(ThreadLevel.FUNNELED, true);
    try (RankTeam team = RankTeam.threaded(fabric, 2, 1, progressThread)) {
      team.run(world -> world.alltoall(Buffer.of(new long[2]), Buffer.of(new long[2])));
      team.runRanks(
          rank -> {
            Communicator world = rank.world();
            if (world.rank() == SENDER) {
              // As an operator of the user's would: this rank takes nothing meanwhile.
              rank.engine().enter();
              await(begun);
              rank.engine().leave();
              for (int i = 0; i < MANY; i++) {
                world.receive(Buffer.of(new long[1]), RECEIVER, 1);
              }
              return;
            }
            List<Request> sends = activeThreads(world);
            sleep();
            sends.forEach(Request::test);
            begun.countDown();
            Requests.awaitAll(sends);
          });
    }
  }

  private static List<Request> activeThreads(Communicator world) {
    return IntStream.range(0, MANY)
        .mapToObj(i -> world.iSend(Buffer.of(new long[1]), SENDER, 1))
        .toList();
  }

  private static void sendEnds(TestFabric fabric, Consumer<Communicator> receiver) {
    CountDownLatch crowded = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    RankTeam.run(
        fabric,
        3,
        world -> {
          // All know each other: the first messages open connections.
          world.alltoall(Buffer.of(new long[3]), Buffer.of(new long[3]));
          switch (world.rank()) {
            case SENDER -> {
              Request send = world.iSend(Buffer.of(new byte[BYTES]), RECEIVER, 0);
              await(crowded);
              sleep();
              assertThat(send.await(LONG)).as("sent").isTrue();
              sent.countDown();
              for (int i = 0; i < MANY; i++) {
                world.receive(Buffer.of(new long[1]), CROWDING, 1);
              }
            }
            case RECEIVER -> {
              await(crowded);
              receiver.accept(world);
              await(sent);
            }
            default -> {
              List<Request> sends = activeThreads(world);
              crowded.countDown();
              Requests.awaitAll(sends);
            }
          }
        });
  }

  private static void sleep() {
    try {
      Thread.sleep(AWAY);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
