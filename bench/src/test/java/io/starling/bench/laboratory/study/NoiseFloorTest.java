package io.starling.bench.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.study.LoopTrial.Length;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.bench.laboratory.study.Looping.Root;
import io.starling.bench.laboratory.study.Looping.Timing;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NoiseFloorTest {

  private static final double QUIET = 0.002;
  private static final int RANKS = 256;
  private static final int MANY = 1000;
  private static final SimulatedCluster CORI = SimulatedCluster.named("cori");

  private static LoopTrial trial(
      StudyCollective collective, Looping looping, double percent, double skew) {
    return new LoopTrial(CORI, RANKS, collective, "", looping, Disturbance.NONE, 3, Length.of(1))
        .under(new Disturbance(percent, NoiseSettings.HERTZ, skew), 20);
  }

  private static double slowdown(LoopTrial trial, int apart) {
    return (NoiseFloor.of(trial, QUIET, apart).seconds() / QUIET - 1) * 100;
  }

  @ParameterizedTest
  @EnumSource
  void without_noise_nothing_is_lost(StudyCollective collective) {
    LoopTrial trial = trial(collective, Looping.USUAL, 0, 0);
    Outcome outcome = NoiseFloor.of(trial, QUIET, 1);
    // One more begins where a rank is already done with the last.
    assertThat(outcome.collectives()).isBetween(MANY, MANY + 1);
    assertThat(outcome.seconds()).isCloseTo(QUIET, within(1e-12));
    assertThat(NoiseFloor.alone(trial, QUIET, MANY).seconds()).isCloseTo(QUIET, within(1e-12));
  }

  /** The longest burst of 256 is almost 20 of 100 ms; meanwhile one goes on, of reduces two. */
  @ParameterizedTest
  @EnumSource
  void ranks_in_step_lose_the_longest_burst_of_timers_in_phase(StudyCollective collective) {
    double longest = 20 * RANKS / (RANKS + 1.0);
    double most = 100 / (100 - longest) - 1;
    double meanwhile = (collective == StudyCollective.BROADCAST ? 1000 : 2000) * QUIET;
    double least = 100 / (100 - longest + meanwhile) - 1;
    assertThat(slowdown(trial(collective, Looping.USUAL, 10, 0), 1))
        .isBetween(100 * least - 1, 100 * most + 1);
  }

  @ParameterizedTest
  @EnumSource
  void the_farther_ranks_may_be_apart_the_less_they_lose(StudyCollective collective) {
    for (double skew : new double[] {0, 0.02, 0.1}) {
      LoopTrial trial = trial(collective, Looping.USUAL, 10, skew);
      assertThat(slowdown(trial, 1)).isGreaterThan(slowdown(trial, 4));
      assertThat(slowdown(trial, 4)).isGreaterThan(slowdown(trial, 64));
      assertThat(slowdown(trial, 64)).isBetween(-0.1, 2.0);
    }
  }

  @Test
  void a_rank_that_always_works_loses_its_own_share() {
    Looping mean = new Looping(Root.FIXED, Barrier.NONE, Timing.MEAN);
    LoopTrial trial = trial(StudyCollective.REDUCE, mean, 10, 0.1);
    double seconds = NoiseFloor.alone(trial, QUIET, MANY).seconds();
    assertThat(100 * (seconds / QUIET - 1)).isCloseTo(100 / 9.0, within(0.5));
  }

  @ParameterizedTest
  @EnumSource
  void a_barrier_keeps_all_in_step_and_may_count_or_not(StudyCollective collective) {
    double none = slowdown(with(collective, Barrier.NONE), 1);
    double inside = slowdown(with(collective, Barrier.INSIDE), 64);
    double outside = slowdown(with(collective, Barrier.OUTSIDE), 64);
    assertThat(inside).isGreaterThanOrEqualTo(none - 0.5);
    assertThat(outside).isLessThan(inside - 1);
  }

  private static LoopTrial with(StudyCollective collective, Barrier barrier) {
    return trial(collective, new Looping(Root.ROTATING, barrier, Timing.MEAN), 10, 0.02);
  }
}
