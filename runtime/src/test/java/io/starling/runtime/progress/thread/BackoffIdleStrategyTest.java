package io.starling.runtime.progress.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.thread.IdleStrategy.Pause;
import org.junit.jupiter.api.Test;

/** When a rank that waits spins, yields and sleeps. */
class BackoffIdleStrategyTest {

  private static final int SPINS = 100;
  private static final long MICROSECOND = 1_000;
  private static final long LEAST_PATIENCE = 400 * MICROSECOND;

  private long now;
  private final BackoffIdleStrategy shared = BackoffIdleStrategy.forSharedCore(() -> now);

  @Test
  void a_rank_with_a_core_of_its_own_spins_yields_for_two_milliseconds_and_sleeps() {
    BackoffIdleStrategy own = BackoffIdleStrategy.forCoreOfItsOwn(() -> now);
    assertThat(countWhile(own, Pause.SPIN, 200)).isEqualTo(1_000);
    assertThat(countWhile(own, Pause.YIELD, 200)).isEqualTo(9_999);
    assertThat(own.idle()).isEqualTo(Pause.SLEEP);
  }

  @Test
  void where_a_yield_comes_back_at_once_a_rank_spins_between_yields() {
    for (int yield = 0; yield < LEAST_PATIENCE / 500; yield++) {
      assertThat(countWhile(shared, Pause.SPIN, 500)).as("before yield %d", yield).isEqualTo(SPINS);
    }
    assertThat(countWhile(shared, Pause.SPIN, 0)).isEqualTo(SPINS);
    assertThat(shared.idle()).isEqualTo(Pause.SLEEP);
  }

  @Test
  void where_a_yield_gave_the_core_away_a_rank_yields_at_once_also_in_the_next_wait() {
    assertThat(countWhile(shared, Pause.SPIN, 1_250)).isEqualTo(SPINS);
    assertThat(pause(shared, 1_250)).isEqualTo(Pause.YIELD);
    shared.reset();
    assertThat(countWhile(shared, Pause.YIELD, 1_250)).isEqualTo(LEAST_PATIENCE / 1_250);
  }

  @Test
  void while_waits_are_short_a_rank_yields_for_eight_times_their_average() {
    waits(100, 200 * MICROSECOND);
    assertThat(yieldsFor()).isBetween(1_550 * MICROSECOND, 1_600 * MICROSECOND);
  }

  @Test
  void once_waits_are_long_a_rank_sleeps_early_and_later_again_when_they_are_short() {
    waits(100, 300 * MICROSECOND);
    waits(30, 20_000 * MICROSECOND);
    assertThat(yieldsFor()).isEqualTo(LEAST_PATIENCE);
    waits(100, 300 * MICROSECOND);
    assertThat(yieldsFor()).isBetween(2_350 * MICROSECOND, 2_450 * MICROSECOND);
  }

  @Test
  void one_long_wait_among_short_ones_changes_little() {
    waits(100, 100 * MICROSECOND);
    waits(1, 5_000 * MICROSECOND);
    waits(8, 100 * MICROSECOND);
    assertThat(yieldsFor()).isBetween(800 * MICROSECOND, 3_000 * MICROSECOND);
  }

  @Test
  void the_time_between_waits_is_no_part_of_them() {
    for (int wait = 0; wait < 100; wait++) {
      waits(1, 100 * MICROSECOND);
      now += 1_000_000 * MICROSECOND;
    }
    assertThat(yieldsFor()).isBetween(780 * MICROSECOND, 800 * MICROSECOND);
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

  /** Waits of a rank among others on its core, which it leaves for 10 us with each yield. */
  private void waits(int count, long length) {
    for (int wait = 0; wait < count; wait++) {
      shared.reset();
      for (long begin = now; now - begin < length; ) {
        Pause pause = shared.idle();
        if (pause != Pause.SPIN) {
          now += 10 * MICROSECOND;
          shared.paused(pause);
        }
      }
    }
    shared.reset();
  }

  /** After how long it sleeps. */
  private long yieldsFor() {
    long begin = now;
    while (pause(shared, 10 * MICROSECOND) != Pause.SLEEP) {}
    return now - begin;
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
      strategy.paused(pause);
    }
    return pause;
  }
}
