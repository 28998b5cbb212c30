package io.starling.bench.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EstimateTest {

  @Test
  void mean_and_margin_are_those_of_the_textbook() {
    Estimate estimate = Estimate.of(4, 5, 6, 7, 8);
    assertThat(estimate.mean()).isEqualTo(6);
    assertThat(estimate.margin()).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(1e-9));
  }

  @Test
  void one_sample_has_no_margin() {
    Estimate estimate = Estimate.of(3);
    assertThat(estimate.mean()).isEqualTo(3);
    assertThat(estimate.margin()).isNaN();
  }

  @Test
  void the_margin_of_three_samples_is_student_s() {
    // Standard deviation 1: 4.303 / sqrt(3).
    Estimate estimate = Estimate.of(1, 2, 3);
    assertThat(estimate.mean()).isEqualTo(2);
    assertThat(estimate.margin()).isCloseTo(2.4843, within(1e-3));
  }

  @Test
  void equal_samples_leave_no_doubt() {
    assertThat(Estimate.of(5, 5, 5, 5)).isEqualTo(new Estimate(5, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 31, 60})
  void the_true_mean_is_inside_in_95_of_100_cases(int samples) {
    Random random = new Random(samples);
    int cases = 20_000;
    int inside = 0;
    for (int i = 0; i < cases; i++) {
      double[] values =
          IntStream.range(0, samples).mapToDouble(_ -> random.nextGaussian()).toArray();
      Estimate estimate = Estimate.of(values);
      inside += Math.abs(estimate.mean()) <= estimate.margin() ? 1 : 0;
    }
    assertThat(inside / (double) cases).isCloseTo(0.95, within(0.007));
  }
}
