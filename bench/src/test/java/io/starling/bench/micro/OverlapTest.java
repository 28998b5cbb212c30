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

  @Test
  void what_is_left_to_the_computation_is_its_part_of_both() {
    assertThat(Overlap.availability(900, 1000)).isEqualTo(90);
    assertThat(Overlap.availability(1000, 1000)).isEqualTo(100);
  }

  @Test
  void a_computation_that_was_slower_alone_is_available_for_more_than_all() {
    assertThat(Overlap.availability(1010, 1000)).isEqualTo(101);
  }

  @Test
  void who_waits_in_the_broadcast_is_not_counted() {
    assertThat(Overlap.average(Computing.ALL, 20, 2, 5)).isEqualTo(9);
    assertThat(Overlap.average(Computing.ROOT, 20, 2, 5)).isEqualTo(20);
    assertThat(Overlap.average(Computing.RECEIVERS, 0, 20, 10)).isEqualTo(15);
  }

  @Test
  void a_computation_has_the_steps_that_take_as_long_as_wanted_but_at_least_50_microseconds() {
    assertThat(Overlap.steps(20e6, 2)).isEqualTo(10_000_000);
    assertThat(Overlap.steps(20e6, 3)).isEqualTo(6_666_667);
    assertThat(Overlap.steps(1000, 2)).isEqualTo(25_000);
  }

  @Test
  void the_root_receives_from_no_rank() {
    assertThat(Computing.ROOT.includes(2, 2)).isTrue();
    assertThat(Computing.ROOT.includes(0, 2)).isFalse();
    assertThat(Computing.RECEIVERS.includes(2, 2)).isFalse();
    assertThat(Computing.RECEIVERS.includes(0, 2)).isTrue();
    assertThat(Computing.ALL.includes(2, 2)).isTrue();
    assertThat(Computing.ALL.includes(0, 2)).isTrue();
  }
}
