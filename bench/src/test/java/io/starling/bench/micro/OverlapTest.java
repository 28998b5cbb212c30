package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverlapTest {

  @Test
  void communication_that_costs_nothing_more_is_hidden_as_a_whole() {
    assertThat(Overlap.overlap(400, 1000, 1000)).isEqualTo(100);
  }

  @Test
  void communication_that_comes_on_top_is_not_hidden_at_all() {
    assertThat(Overlap.overlap(400, 1000, 1400)).isZero();
    assertThat(Overlap.overlap(400, 1000, 1900)).isZero();
  }

  @Test
  void half_of_it_is_half() {
    assertThat(Overlap.overlap(400, 1000, 1200)).isEqualTo(50);
  }

  @Test
  void noise_does_not_make_it_more_than_all() {
    assertThat(Overlap.overlap(400, 1000, 990)).isEqualTo(100);
  }
}
