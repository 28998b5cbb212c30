package io.starling.runtime.progress.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.thread.IdleStrategy.Pause;
import org.junit.jupiter.api.Test;

/** When a rank that waits spins, yields and sleeps. */
class BackoffIdleStrategyTest {

  private static final int SPINS = 100;
  private static final int YIELDS = 200;

  private long now;
  private final BackoffIdleStrategy shared = BackoffIdleStrategy.forSharedCore(() -> now);

  @Test
  void a_rank_with_a_core_of_its_own_spins_yields_and_sleeps() {
    BackoffIdleStrategy own = BackoffIdleStrategy.forRank(false);
    assertThat(countWhile(own, Pause.SPIN, 0)).isEqualTo(1_000);
    assertThat(countWhile(own, Pause.YIELD, 0)).isEqualTo(9_999);
    assertThat(own.idle()).isEqualTo(Pause.SLEEP);
  }

  @Test
  void where_a_yield_comes_back_at_once_a_rank_spins_between_yields() {
    for (int yield = 0; yield < YIELDS; yield++) {
      assertThat(countWhile(shared, Pause.SPIN, 599)).as("before yield %d", yield).isEqualTo(SPINS);
    }
    assertThat(countWhile(shared, Pause.SPIN, 0)).isEqualTo(SPINS);
    assertThat(shared.idle()).isEqualTo(Pause.SLEEP);
  }

  @Test
  void where_a_yield_gave_the_core_away_a_rank_yields_at_once_also_in_the_next_wait() {
    assertThat(countWhile(shared, Pause.SPIN, 1_300)).isEqualTo(SPINS);
    assertThat(pause(shared, 1_300)).isEqualTo(Pause.YIELD);
    shared.reset();
    assertThat(countWhile(shared, Pause.YIELD, 1_300)).isEqualTo(YIELDS);
  }

  @Test
  void a_yield_tells_also_where_its_message_came_meanwhile() {
    assertThat(countWhile(shared, Pause.SPIN, 1_300)).isEqualTo(SPINS);
    shared.reset();
    assertThat(shared.idle()).isEqualTo(Pause.YIELD);
  }

  @Test
  void what_a_rank_does_after_a_yield_is_no_part_of_it() {
    assertThat(countWhile(shared, Pause.SPIN, 599)).isEqualTo(SPINS);
    now += 10_000;
    assertThat(shared.idle()).isEqualTo(Pause.SPIN);
    shared.reset();
    assertThat(shared.idle()).isEqualTo(Pause.SPIN);
  }

  @Test
  void a_rank_spins_again_once_it_has_the_core_alone() {
    assertThat(countWhile(shared, Pause.SPIN, 1_300)).isEqualTo(SPINS);
    assertThat(pause(shared, 200)).isEqualTo(Pause.YIELD);
    assertThat(shared.idle()).isEqualTo(Pause.SPIN);
  }

  /** How often it says so; the next pause is taken, too. A yield takes so many nanoseconds. */
  private int countWhile(BackoffIdleStrategy strategy, Pause pause, long nanoseconds) {
    int count = 0;
    while (pause(strategy, nanoseconds) == pause) {
      count++;
    }
    return count;
  }

  private Pause pause(BackoffIdleStrategy strategy, long nanoseconds) {
    Pause pause = strategy.idle();
    if (pause == Pause.YIELD) {
      now += nanoseconds;
      strategy.yielded();
    }
    return pause;
  }
}
