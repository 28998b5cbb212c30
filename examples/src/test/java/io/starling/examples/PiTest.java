package io.starling.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PiTest {

  @Test
  void the_shares_of_all_ranks_add_up_to_pi() {
    double sum = 0;
    for (int rank = 0; rank < 3; rank++) {
      sum += Pi.integrate(rank, 3, 10_000);
    }
    assertThat(sum).isCloseTo(Math.PI, within(1e-8));
  }
}
