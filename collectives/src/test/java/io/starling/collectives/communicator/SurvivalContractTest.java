package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.thread.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every collective, every victim, killed at any step: every survivor comes to an end, and the
 * survivors go on together; some of them die while they do. {@code -Dstarling.seed=N} runs a
 * failing seed again: the collective event by event, what follows on threads.
 */
class SurvivalContractTest {

  private static final int MOST_IDLE_STEPS = 20_000;

  @TestFactory
  Stream<DynamicTest> survivors_of_any_rank_in_any_collective_go_on() {
    return Survival.tests((seed, variant, victim) -> new Scenario(seed, variant, victim).run());
  }

  /** One collective, one victim, perhaps a second one afterwards. */
  private static final class Scenario {
    private final SplittableRandom chance;
    private final Survival survival;
    private final MortalRanks ranks;
    private final int victim;
    private final Map<Integer, Survival.Call> calls = new TreeMap<>();
    private final Map<Integer, CompletableFuture<Status>> ends = new TreeMap<>();

    Scenario(long seed, Variant variant, int victim) {
      chance = new SplittableRandom(seed);
      int size = 2 + chance.nextInt(5);
      this.victim = victim % size;
      survival = new Survival(variant, chance.nextInt(size), this.victim);
      String machine = Placed.MACHINES.get(chance.nextInt(Placed.MACHINES.size()));
      Placed placed = Placed.on(machine, size, Mapping.BY_NODE);
      ranks = new MortalRanks(size, seed, Threading.UNGUARDED, placed::layout);
    }

    void run() {
      runUntilAllHaveEnded();
      check();
      goOn();
    }

    private void runUntilAllHaveEnded() {
      List<Integer> late = new ArrayList<>(IntStream.range(0, ranks.size()).boxed().toList());
      int stepsToLive = chance.nextInt(chance.nextBoolean() ? 30 : 300);
      int idle = 0;
      while (!late.isEmpty() || !haveAllEnded()) {
        if (!late.isEmpty() && chance.nextInt(10) == 0) {
          int rank = late.remove(/* index */ chance.nextInt(late.size()));
          if (!ranks.isDead(rank)) {
            calls.put(rank, survival.start(ranks.world(rank)));
            ends.put(rank, calls.get(rank).request().toCompletionStage().toCompletableFuture());
          }
        }
        if (stepsToLive-- == 0) {
          killVictim();
        }
        idle = ranks.step() > 0 ? 0 : idle + 1;
        assertThat(idle).as(ranks::whatAllWaitFor).isLessThan(MOST_IDLE_STEPS);
      }
      if (!ranks.isDead(victim)) {
        killVictim();
      }
    }

    private void killVictim() {
      ranks.kill(victim);
      calls.remove(victim);
      ends.remove(victim);
    }

    private boolean haveAllEnded() {
      return ends.values().stream().allMatch(CompletableFuture::isDone);
    }

    /**
     * A survivor has its whole result, with what the victim gave before it died, or hears who has
     * failed; and whatever it starts later fails.
     */
    private void check() {
      calls.forEach(
          (rank, call) -> {
            try {
              call.await("%s on rank %d".formatted(survival, rank));
            } catch (RankFailedException e) {
              assertThat(e.ranks()).containsExactly(victim);
              assertThat(e).hasMessageContaining(Survival.REASON);
            }
            assertThat(ranks.world(rank).failedRanks()).containsExactly(victim);
            Request later = ranks.world(rank).iBarrier();
            assertThatThrownBy(later::await).isInstanceOf(RankFailedException.class);
            assertThat(ranks.engine(rank).activeOperations()).isZero();
          });
    }

    private void goOn() {
      int second = chance.nextInt(ranks.size());
      if (chance.nextBoolean() && !ranks.isDead(second)) {
        ranks.dieInAgreement(second, chance.nextInt(4), chance.nextBoolean());
      }
      Map<Integer, String> outcomes = new ConcurrentHashMap<>();
      ranks.run(world -> outcomes.put(world.rank(), survival.goOn(world)));
      assertThat(outcomes.values().stream().distinct()).hasSize(outcomes.isEmpty() ? 0 : 1);
    }
  }
}
