package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages of one sender do not overtake (MPI 4.1, section 3.5): which one each receive and probe
 * gets is computed beforehand, however sends, receives, probes and wildcards are mixed.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OrderingTest {

  private static final int[] LENGTHS = {0, 4, 8, 3_000, 10_000, 20_000, 300_000, 700_000};
  private static final int TAGS = 3;
  private static final int MESSAGES = 60;
  private static final int ROUNDS = 8;

  /** One message of the sender. */
  private record Sent(int number, int tag, int length, boolean synchronous) {
    static Sent random(int number, SplittableRandom chance) {
      int length = LENGTHS[chance.nextInt(LENGTHS.length)];
      return new Sent(number, chance.nextInt(TAGS), length, chance.nextInt(4) == 0);
    }

    Status status(int source) {
      return new Status(source, tag, length);
    }

    byte[] content() {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) (31 * i + number);
      }
      return bytes;
    }
  }

  /** How the receiver gets a message. */
  private enum Way {
    RECEIVE,
    START_RECEIVE,
    PROBE,
    TAKE
  }

  /** More sends may be open than any transport has room for. */
  @ParameterizedTest
  @EnumSource
  void thousands_of_messages_that_wait_hold_back_none_behind_them(TestFabric fabric) {
    int messages = 2_500;
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] value = new int[400];
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
              int[] data = new int[400];
              data[0] = i;
              sends.add(world.iSend(Buffer.of(data), 1, 1));
            }
            world.barrier();
            world.send(Buffer.of(new byte[1]), 1, 2);
            sends.forEach(Request::await);
          } else {
            world.barrier();
            world.receive(Buffer.of(new byte[1]), 0, 2);
            for (int i = 0; i < messages; i++) {
              world.receive(Buffer.of(value), 0, 1);
              assertThat(value[0]).isEqualTo(i);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void every_receive_and_probe_gets_the_first_message_that_fits(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int round = 0; round < ROUNDS; round++) {
            SplittableRandom chance = new SplittableRandom(round);
            List<Sent> messages =
                IntStream.range(0, MESSAGES).mapToObj(i -> Sent.random(i, chance)).toList();
            if (world.rank() == 0) {
              sendAll(world, messages);
            } else {
              receiveAll(world, new ArrayList<>(messages), chance);
            }
          }
        });
  }

  private static void sendAll(Communicator world, List<Sent> messages) {
    List<Request> sends = new ArrayList<>();
    for (Sent message : messages) {
      Buffer data = Buffer.of(message.content());
      sends.add(
          message.synchronous
              ? world.iSynchronousSend(data, 1, message.tag)
              : world.iSend(data, 1, message.tag));
    }
    Requests.awaitAll(sends);
  }

  private static void receiveAll(
      Communicator world, List<Sent> outstanding, SplittableRandom chance) {
    List<Runnable> later = new ArrayList<>();
    while (!outstanding.isEmpty()) {
      int tag =
          chance.nextBoolean()
              ? Communicator.ANY_TAG
              : outstanding.get(chance.nextInt(outstanding.size())).tag;
      int source = chance.nextBoolean() ? Communicator.ANY_SOURCE : 0;
      Sent expected =
          outstanding.stream()
              .filter(sent -> tag == Communicator.ANY_TAG || sent.tag == tag)
              .findFirst()
              .orElseThrow();
      byte[] into = new byte[expected.length];
      switch (Way.values()[chance.nextInt(Way.values().length)]) {
        case RECEIVE -> {
          check(expected, world.receive(Buffer.of(into), source, tag), into);
          outstanding.remove(expected);
        }
        case START_RECEIVE -> {
          Request receive = world.iReceive(Buffer.of(into), source, tag);
          outstanding.remove(expected);
          later.add(
              () -> {
                receive.await();
                check(expected, receive.status(), into);
              });
        }
        case PROBE -> assertThat(world.probe(source, tag)).isEqualTo(expected.status(0));
        case TAKE -> {
          Message message = world.matchedProbe(source, tag);
          assertThat(message.status()).isEqualTo(expected.status(0));
          outstanding.remove(expected);
          later.add(() -> check(expected, message.receive(Buffer.of(into)), into));
        }
      }
      if (!later.isEmpty() && chance.nextInt(3) == 0) {
        later.remove(/* index */ chance.nextInt(later.size())).run();
      }
    }
    while (!later.isEmpty()) {
      later.remove(/* index */ chance.nextInt(later.size())).run();
    }
  }

  private static void check(Sent expected, Status status, byte[] received) {
    assertThat(status).isEqualTo(expected.status(0));
    assertThat(received).as("message %d", expected.number).isEqualTo(expected.content());
  }

  @ParameterizedTest
  @EnumSource
  void of_senders_that_race_each_one_s_messages_come_in_order(TestFabric fabric) {
    int count = 100;
    RankTeam.run(
        fabric,
        3,
        world -> {
          if (world.rank() > 0) {
            for (int i = 0; i < count; i++) {
              world.send(Buffer.of(new int[] {i}), 0, i % TAGS);
            }
            return;
          }
          int[] next = new int[3];
          int[] value = new int[1];
          for (int i = 0; i < 2 * count; i++) {
            Status found = world.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            Status received =
                i % 2 == 0
                    ? world.receive(Buffer.of(value), Communicator.ANY_SOURCE, Communicator.ANY_TAG)
                    : world
                        .matchedProbe(found.source(), Communicator.ANY_TAG)
                        .receive(Buffer.of(value));
            assertThat(received).isEqualTo(found);
            assertThat(value[0]).isEqualTo(next[received.source()]++);
            assertThat(received.tag()).isEqualTo(value[0] % TAGS);
          }
          assertThat(next).containsExactly(0, count, count);
        });
  }

  @ParameterizedTest
  @EnumSource
  void receives_under_way_get_messages_in_the_order_of_their_posts(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(Buffer.EMPTY, 1, 0);
            for (int i = 0; i < 4; i++) {
              world.send(Buffer.of(new int[] {i}), 1, i % 2);
            }
          } else {
            int[][] into = new int[4][1];
            List<Request> receives =
                List.of(
                    world.iReceive(Buffer.of(into[0]), Communicator.ANY_SOURCE, 1),
                    world.iReceive(Buffer.of(into[1]), 0, Communicator.ANY_TAG),
                    world.iReceive(Buffer.of(into[2]), 0, 1),
                    world.iReceive(
                        Buffer.of(into[3]), Communicator.ANY_SOURCE, Communicator.ANY_TAG));
            world.send(Buffer.EMPTY, 0, 0);
            Requests.awaitAll(receives);
            assertThat(into).isDeepEqualTo(new int[][] {{1}, {0}, {3}, {2}});
          }
        });
  }
}
