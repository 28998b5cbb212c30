package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.tree.Placed;
import io.starling.runtime.Request;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BarrierTest {

  @ParameterizedTest
  @EnumSource
  void nobody_leaves_a_barrier_before_all_have_come(TestFabric fabric) {
    for (int size : new int[] {2, 3, 5, 8}) {
      try (RankTeam team = RankTeam.open(fabric, size)) {
        checkAll(team);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nor_where_ranks_are_on_several_nodes(Placed.Mapping mapping) {
    Placed placed = Placed.on("node:3 package:2 core:4 pu:1", 8, mapping);
    try (RankTeam team = RankTeam.placed(TestFabric.ADVERSARIAL, 8, placed::layout)) {
      checkAll(team);
    }
  }

  private static void checkAll(RankTeam team) {
    for (Algorithm algorithm : AlgorithmRegistry.of(CollectiveKind.BARRIER)) {
      AtomicInteger arrivals = new AtomicInteger();
      team.run(world -> check(world, algorithm, arrivals));
    }
  }

  private static void check(Communicator world, Algorithm algorithm, AtomicInteger arrivals) {
    Communicator chosen = world.withAlgorithm("barrier=" + algorithm.name());
    for (int round = 1; round <= 20; round++) {
      arrivals.incrementAndGet();
      if (round % 2 == 0) {
        chosen.barrier();
      } else {
        Request barrier = chosen.iBarrier();
        barrier.await();
      }
      assertThat(arrivals.get()).as(algorithm.name()).isGreaterThanOrEqualTo(round * world.size());
    }
  }
}
