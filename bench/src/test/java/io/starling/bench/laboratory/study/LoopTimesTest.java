package io.starling.bench.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.bench.laboratory.study.Looping.Root;
import io.starling.bench.laboratory.study.Looping.Timing;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LoopTimesTest {

  /** Two ranks, two collectives: one from 0 to 10 and 12 to 20, the other from 2 to 11 and 13. */
  private static double each(Barrier barrier, Timing timing) {
    LoopTimes times = new LoopTimes(new Looping(Root.FIXED, barrier, timing), 2);
    times.add(0, 0, 10);
    times.add(1, 12, 20);
    times.add(0, 2, 11);
    times.add(1, 11, 13);
    assertThat(times.collectives()).isEqualTo(2);
    return times.each();
  }

  @Test
  void the_mean_is_that_of_the_ranks_own_times() {
    assertThat(each(Barrier.OUTSIDE, Timing.MEAN)).isEqualTo((10 + 8 + 9 + 2) / 2.0 / 2);
  }

  @Test
  void to_the_last_end_is_the_loop_or_with_a_barrier_outside_each_collective() {
    assertThat(each(Barrier.NONE, Timing.LAST)).isEqualTo(20 / 2.0);
    assertThat(each(Barrier.INSIDE, Timing.LAST)).isEqualTo(20 / 2.0);
    assertThat(each(Barrier.OUTSIDE, Timing.LAST)).isEqualTo((11 + 9) / 2.0);
  }
}
