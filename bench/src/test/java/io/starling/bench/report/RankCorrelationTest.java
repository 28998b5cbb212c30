package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankCorrelationTest {

  private static double spearman(double[] first, double... second) {
    return RankCorrelation.spearman(first, second);
  }

  @Test
  void only_the_order_counts() {
    double[] values = {1, 5, 2, 1000};
    assertThat(spearman(values, 10, 12, 11, 13)).isEqualTo(1);
    assertThat(spearman(values, 4, 2, 3, 1)).isEqualTo(-1);
  }

  @Test
  void equal_values_share_their_rank() {
    // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: the covariance is 4.5, the variances 4.5 and 5.
    double[] values = {1, 2, 2, 3};
    assertThat(spearman(values, 1, 2, 3, 4)).isCloseTo(Math.sqrt(4.5 / 5), within(1e-12));
  }

  @Test
  void nothing_can_be_said_of_values_without_an_order() {
    double[] values = {7, 7, 7};
    assertThat(spearman(values, 1, 2, 3)).isNaN();
  }

  @Test
  void what_is_no_number_comes_last() {
    double[] values = {1, Double.NaN, 2};
    assertThat(spearman(values, 1, 3, 2)).isEqualTo(1);
  }

  @Test
  void lists_of_different_length_are_refused() {
    double[] values = {1, 2};
    assertThatThrownBy(() -> spearman(values, 1, 2, 3)).hasMessageContaining("2 values");
  }
}
