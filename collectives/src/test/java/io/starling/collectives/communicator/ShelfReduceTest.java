package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Reduces on shelves, beyond what the contract of all algorithms asks. */
class ShelfReduceTest extends ShelfContract {

  private static final int MORTALS = 4;

  ShelfReduceTest() {
    super("reduce=shelf");
  }

  /** The root has the result, or hears who has failed; and so does the next reduce of all. */
  @Test
  void a_rank_may_die_at_any_step() {
    for (int victim = 0; victim < MORTALS; victim++) {
      for (int steps = 0; steps < 400; steps += 1 + steps / 4) {
        dieAt(victim, steps);
      }
    }
  }

  private static void dieAt(int victim, int stepsToLive) {
    MortalRanks ranks = new MortalRanks(MORTALS, 1000L * victim + stepsToLive);
    Map<Integer, long[]> results = new TreeMap<>();
    Map<Integer, Request> open = new TreeMap<>();
    for (int rank = 0; rank < MORTALS; rank++) {
      results.put(rank, new long[600]);
      open.put(rank, reduce(ranks.world(rank), results.get(rank)));
    }
    for (int step = 0; step < stepsToLive; step++) {
      ranks.step();
    }
    ranks.kill(victim);
    open.remove(victim);
    runUntilAllHaveEnded(ranks, open);
    open.forEach(
        (rank, request) -> {
          try {
            request.await();
            if (rank == 1) {
              assertThat(results.get(1))
                  .isEqualTo(LongStream.range(0, 600).map(each -> MORTALS * each).toArray());
            }
          } catch (RankFailedException e) {
            assertThat(e.ranks()).containsExactly(victim);
          }
        });
    open.replaceAll((rank, _) -> reduce(ranks.world(rank), results.get(rank)));
    runUntilAllHaveEnded(ranks, open);
    open.values()
        .forEach(
            next ->
                assertThatThrownBy(next::await)
                    .isInstanceOf(RankFailedException.class)
                    .hasMessageContaining("rank " + victim));
  }

  private static Request reduce(Communicator world, long... result) {
    return world
        .withAlgorithm("reduce=shelf,segment=8")
        .iReduce(
            Buffer.of(LongStream.range(0, 600).toArray()),
            Buffer.of(result),
            ReductionOperator.SUM,
            1);
  }

  @Override
  void oneRun(Communicator world, int length) {
    long[] data = new long[length];
    inShortSegments(world, "")
        .reduce(Buffer.of(data), Buffer.of(data.clone()), ReductionOperator.SUM, 0);
  }

  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = inShortSegments(world, parameters);
    List<Request> open = new ArrayList<>();
    List<long[]> results = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long[] numbers = new long[length];
      Arrays.setAll(numbers, index -> index);
      numbers[0] = run;
      results.add(new long[length]);
      open.add(
          chosen.iReduce(
              Buffer.of(numbers),
              Buffer.of(results.get(run)),
              ReductionOperator.SUM,
              run % world.size()));
      if (run % 3 == world.rank() % 3) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      if (run % world.size() == world.rank()) {
        long[] wanted = new long[length];
        Arrays.setAll(wanted, index -> (long) index * world.size());
        wanted[0] = (long) run * world.size();
        assertThat(results.get(run)).isEqualTo(wanted);
      }
    }
  }
}
