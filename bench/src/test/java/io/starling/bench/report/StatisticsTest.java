package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void average_least_and_largest_are_those_of_the_ranks() {
    assertThat(Statistics.of(3, 1, 5, 7)).isEqualTo(new Statistics(4, 1, 7));
  }

  @Test
  void one_rank_is_its_own_average() {
    assertThat(Statistics.of(2.5)).isEqualTo(new Statistics(2.5, 2.5, 2.5));
  }

  @Test
  void no_rank_has_no_statistics() {
    assertThatIllegalArgumentException().isThrownBy(Statistics::of);
  }
}
