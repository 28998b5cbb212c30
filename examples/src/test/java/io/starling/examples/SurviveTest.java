package io.starling.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SurviveTest {

  @Test
  void the_rounds_add_up_to_pi_although_ranks_are_lost_between_them() {
    double sum = 0;
    for (int round = 0; round < 5; round++) {
      int size = 5 - round;
      for (int rank = 0; rank < size; rank++) {
        sum += Survive.share(round, 5, rank, size, 10_000);
      }
    }
    assertThat(sum).isCloseTo(Math.PI, within(1e-8));
  }
}
