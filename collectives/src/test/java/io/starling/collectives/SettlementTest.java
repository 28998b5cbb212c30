package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
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
              world.receive(Buffer.of(new byte[BYTES]), SENDER, 0);
              await(sent);
            }
            default -> {
              List<Request> sends = new ArrayList<>();
              for (int i = 0; i < MANY; i++) {
                sends.add(world.iSend(Buffer.of(new long[1]), SENDER, 1));
              }
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
