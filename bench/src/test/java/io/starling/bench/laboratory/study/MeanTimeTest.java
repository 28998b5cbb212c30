package io.starling.bench.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MeanTimeTest {

  @Test
  void one_run_has_no_interval() {
    assertThat(MeanTime.of(7)).isEqualTo(new MeanTime(7, 0));
  }

  @Test
  void the_interval_is_student_s() {
    // Standard deviation 1, three runs: 4.30 / sqrt(3).
    MeanTime sample = MeanTime.of(1, 2, 3);
    assertThat(sample.mean()).isEqualTo(2);
    assertThat(sample.error()).isCloseTo(2.4826, within(1e-3));
  }

  @Test
  void equal_runs_leave_no_doubt() {
    assertThat(MeanTime.of(5, 5, 5, 5)).isEqualTo(new MeanTime(5, 0));
  }
}
