package io.starling.runtime.transport.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.transport.peers.JoiningRanks.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Peers of rank 0 join, send, and leave at random; it receives from anyone or from one of them.
 * Each message must arrive once, and those of a peer in their order.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RandomJoinsTest {

  private static final int RUNS = Integer.getInteger("joins.runs", 20);
  private static final int STEPS = 400;
  private static final int CAPACITY = 40;
  private static final int MOST_UNRECEIVED = 30;
  private static final int BYTES = 700;
  private static final int TAG = 1;

  @ParameterizedTest
  @EnumSource
  void each_message_arrives_once_and_in_order_while_peers_come_and_go(JoiningFabric fabric) {
    long first = Long.getLong("starling.seed", System.nanoTime());
    int runs = fabric.has(JoiningFabric.Trait.UCX) ? Math.max(1, RUNS / 4) : RUNS;
    for (long seed = first; seed < first + runs; seed++) {
      try (Program program = new Program(fabric, seed)) {
        program.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dstarling.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static final class Program implements AutoCloseable {
    private final SplittableRandom random;
    private final JoiningRanks ranks;
    private final List<Integer> present = new ArrayList<>(List.of(1));
    private final List<Transfer> receives = new ArrayList<>();
    private final Map<Integer, List<Transfer>> sends = new HashMap<>();
    private final Map<Integer, Integer> sent = new HashMap<>();
    private final Map<Integer, Integer> received = new HashMap<>();
    private int unreceived;

    Program(JoiningFabric fabric, long seed) {
      random = new SplittableRandom(seed);
      ranks = new JoiningRanks(fabric, 2, CAPACITY, seed);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(12)) {
          case 0 -> join();
          case 1 -> leave();
          case 2, 3, 4, 5 -> send();
          case 6 -> receive(JoiningRanks.ANY);
          case 7 -> receive(random.nextInt(1, ranks.size()));
          default -> ranks.work(random.nextInt(ranks.size()));
        }
      }
      for (int missing = unreceived; missing > 0; missing--) {
        receives.add(ranks.receive(0, JoiningRanks.ANY, TAG, BYTES));
      }
      assertThat(ranks.workUntil(this::isAllReceived)).as("%d are lost", unreceived).isTrue();
      assertThat(received).isEqualTo(sent);
    }

    private boolean isAllReceived() {
      check();
      return unreceived == 0;
    }

    private void join() {
      if (ranks.size() < CAPACITY) {
        present.add(ranks.join(List.of(0)));
      }
    }

    private void leave() {
      if (present.size() > 1) {
        int peer = present.get(random.nextInt(present.size()));
        present.removeIf(other -> other == peer);
        assertThat(ranks.workUntil(() -> haveSendsEnded(peer)))
            .as("sends of rank %d end", peer)
            .isTrue();
        ranks.port(0).disconnect(peer);
        ranks.port(peer).disconnect(0);
        check();
      }
    }

    private boolean haveSendsEnded(int peer) {
      return sends.getOrDefault(peer, List.of()).stream().allMatch(send -> send.ended);
    }

    private void send() {
      if (unreceived < MOST_UNRECEIVED) {
        int peer = present.get(random.nextInt(present.size()));
        int bytes = random.nextBoolean() ? BYTES : Long.BYTES;
        int number = sent.merge(peer, 1, Integer::sum);
        sends
            .computeIfAbsent(peer, _ -> new ArrayList<>())
            .add(ranks.send(peer, 0, TAG, number, bytes, false));
        unreceived++;
      }
    }

    private void receive(int source) {
      receives.add(ranks.receive(0, source, TAG, BYTES));
      check();
    }

    /** Counts what was received, in the order of the receives. */
    private void check() {
      for (Transfer receive : List.copyOf(receives)) {
        if (receive.ended) {
          receives.remove(receive);
          if (receive.failure == null) {
            unreceived--;
            received.merge(receive.source, 1, Integer::sum);
            assertThat(receive.number())
                .as("a message of rank %d", receive.source)
                .isEqualTo(received.get(receive.source));
          } else {
            assertThat(present).doesNotContain(receive.source);
          }
        }
      }
    }

    @Override
    public void close() {
      ranks.close();
    }
  }
}
