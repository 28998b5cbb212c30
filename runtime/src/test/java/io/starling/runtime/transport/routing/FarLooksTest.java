package io.starling.runtime.transport.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FarLooksTest {

  private static final int CALLS = 100_000;

  private long now;
  private final FarLooks looks = new FarLooks(() -> now);

  /** Waits for so many calls; returns the looks at the far port, which takes so long. */
  private int wait(int calls, long nearTime, long farTime) {
    int looked = 0;
    for (int i = 0; i < calls; i++) {
      looks.begin();
      now += nearTime;
      if (looks.isDue()) {
        now += farTime;
        looks.looked(0, 0);
        looked++;
      }
    }
    return looked;
  }

  @Test
  void a_look_that_costs_a_system_call_takes_a_tenth_of_the_time() {
    wait(CALLS, 20, 400);
    assertThat(wait(CALLS, 20, 400)).isBetween(CALLS / 220, CALLS / 180);
  }

  @Test
  void a_look_that_costs_as_much_as_one_at_the_near_port_is_every_tenth() {
    wait(CALLS, 20, 20);
    assertThat(wait(CALLS, 20, 20)).isBetween(CALLS / 11, CALLS / 9);
  }

  @Test
  void after_a_post_the_next_call_looks() {
    wait(CALLS, 20, 400);
    looks.expect();
    assertThat(wait(2, 20, 400)).isPositive();
  }

  @Test
  void a_far_port_that_has_much_is_looked_at_in_every_call() {
    wait(CALLS, 20, 400);
    looks.expect();
    for (int i = 0; i < 100; i++) {
      looks.begin();
      assertThat(looks.isDue()).isTrue();
      looks.looked(0, 1);
    }
  }

  @Test
  void one_slow_look_does_not_make_looks_rare_for_long() {
    wait(CALLS, 20, 20);
    wait(1, 20, 5_000_000);
    wait(CALLS, 20, 20);
    assertThat(wait(CALLS, 20, 20)).isBetween(CALLS / 12, CALLS / 9);
  }
}
