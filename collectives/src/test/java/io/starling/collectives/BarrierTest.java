package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.Request;
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
      AtomicInteger arrivals = new AtomicInteger();
      RankTeam.run(
          fabric,
          size,
          world -> {
            for (int round = 1; round <= 20; round++) {
              arrivals.incrementAndGet();
              if (round % 2 == 0) {
                world.barrier();
              } else {
                Request barrier = world.iBarrier();
                barrier.await();
              }
              assertThat(arrivals.get()).isGreaterThanOrEqualTo(round * world.size());
            }
          });
    }
  }
}
