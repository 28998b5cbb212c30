package io.starling.examples.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PolicyTest {

  private static final double STEP = 1e-3;

  @Test
  void a_step_goes_up_the_slope_of_what_the_samples_are_worth() {
    float[] samples = Samples.play(Policy.even(), 3, new SplittableRandom(5));
    float[] start = {0.3f, -0.2f, 0.5f, 0.1f};
    // Actors that were sure of what they did: no weight is cut.
    for (int row = 0; row < samples.length - 1; row += Samples.WIDTH) {
      samples[row + Samples.PROBABILITY] = 1;
    }
    Policy policy = new Policy(start.clone());
    policy.learn(List.of(samples), 1);
    for (int i = 0; i < start.length; i++) {
      float[] above = start.clone();
      float[] below = start.clone();
      above[i] += (float) STEP;
      below[i] -= (float) STEP;
      double slope = (worth(above, samples) - worth(below, samples)) / (2 * STEP);
      assertThat((double) policy.weights()[i] - start[i]).isCloseTo(slope, within(1e-3));
    }
  }

  @Test
  void a_policy_learns_to_balance_the_pole() {
    Policy policy = Policy.even();
    SplittableRandom random = new SplittableRandom(1);
    float before = Samples.meanReturn(Samples.play(policy, 10, random));
    for (int round = 0; round < 100; round++) {
      policy.learn(List.of(Samples.play(policy, 8, random)), 30);
    }
    float after = Samples.meanReturn(Samples.play(policy, 10, random));
    assertThat(before).isLessThan(40);
    assertThat(after).isGreaterThan(250);
  }

  @Test
  void samples_that_became_unlikely_count_less_and_none_counts_more_than_once() {
    float[] samples = Samples.play(Policy.even(), 2, new SplittableRandom(9));
    float[] twice = samples.clone();
    for (int row = 0; row < samples.length - 1; row += Samples.WIDTH) {
      samples[row + Samples.PROBABILITY] = 1;
      twice[row + Samples.PROBABILITY] = 0.01f;
    }
    Policy half = Policy.even();
    Policy whole = Policy.even();
    half.learn(List.of(samples), 1);
    whole.learn(List.of(twice), 1);
    for (int i = 0; i < CartPole.STATE; i++) {
      assertThat(whole.weights()[i]).isCloseTo(2 * half.weights()[i], within(1e-5f));
    }
  }

  @Test
  void a_return_is_the_sum_of_what_comes_each_step_worth_a_hundredth_less() {
    float[] samples = Samples.play(Policy.even(), 1, new SplittableRandom(2));
    int rows = Samples.rows(samples);
    assertThat(Samples.meanReturn(samples)).isEqualTo(rows);
    for (int row = 0; row < rows; row++) {
      double expected = (1 - Math.pow(0.99, rows - row)) / 0.01;
      assertThat((double) samples[row * Samples.WIDTH + Samples.RETURN])
          .isCloseTo(expected, within(1e-3));
    }
  }

  @Test
  void a_pole_that_stands_to_the_end_is_worth_as_much_at_each_step_and_teaches_nothing() {
    Policy good = new Policy(0, 0.8f, 40, 12);
    float[] samples = Samples.play(good, 5, new SplittableRandom(4));
    assertThat(Samples.meanReturn(samples)).isEqualTo(CartPole.MOST_STEPS);
    for (int row = 0; row < samples.length - 1; row += Samples.WIDTH) {
      assertThat(samples[row + Samples.RETURN]).isCloseTo(100, within(0.01f));
    }
    float[] before = good.weights().clone();
    good.learn(List.of(samples), 60);
    assertThat(good.weights()).containsExactly(before, within(1e-3f));
  }

  /** The mean of probability times advantage, with all actors' probabilities 1. */
  private static double worth(float[] weights, float[] samples) {
    int rows = Samples.rows(samples);
    double[] returns = new double[rows];
    Arrays.setAll(returns, row -> samples[row * Samples.WIDTH + Samples.RETURN]);
    double mean = Arrays.stream(returns).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(returns).map(x -> (x - mean) * (x - mean)).average().orElseThrow());
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      int offset = row * Samples.WIDTH;
      float right =
          new Policy(weights).right(Arrays.copyOfRange(samples, offset, offset + CartPole.STATE));
      double chosen = samples[offset + Samples.ACTION] == 1 ? right : 1 - right;
      sum += chosen * (returns[row] - mean) / deviation;
    }
    return sum / rows;
  }
}
