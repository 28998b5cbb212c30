package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The flag of a rank that sleeps, and when it awaits the stores of the others. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SleepStateTest {

  private static final long VERY_LONG = 50_000_000_000L;

  private final Linux linux = new Linux(Arena.ofAuto());
  private final Arena arena = Arena.ofAuto();
  private final long base = arena.allocate(SharedRegion.PAGE, SharedRegion.PAGE).address();

  private SleepState sleeper(boolean sleepsSeldom) {
    return new SleepState(0, base, sleepsSeldom, linux, null);
  }

  private int flag() {
    return Words.peekInt(base + SharedRegion.SLEEPING);
  }

  private void sleepInVain(SleepState sleeper) {
    assertThat(sleeper.lieDown(() -> 0)).isTrue();
    sleeper.sleep(1);
  }

  @Test
  void the_flag_stays_raised_so_that_short_sleeps_await_no_further_stores() {
    SleepState sleeper = sleeper(true);
    sleepInVain(sleeper);
    assertThat(flag()).isEqualTo(SleepState.ON_FUTEX);
    assertThat(sleeper.lieDown(() -> 1)).isFalse();
    assertThat(flag()).isEqualTo(SleepState.ON_FUTEX);
  }

  @Test
  void a_rank_that_finds_work_before_all_stores_have_arrived_awaits_them_the_next_time() {
    SleepState sleeper = sleeper(true);
    assertThat(sleeper.lieDown(() -> 1)).isFalse();
    assertThat(flag()).isEqualTo(SleepState.AWAKE);
  }

  @Test
  void a_peer_ends_a_later_sleep() {
    SleepState sleeper = sleeper(true);
    Alarm alarm = new Alarm(base, 0, new Linux(arena));
    long began = System.nanoTime();
    for (int i = 0; i < 2; i++) {
      sleepInVain(sleeper);
      assertThat(sleeper.lieDown(() -> 0)).isTrue();
      Thread.ofPlatform().start(alarm::sound);
      sleeper.sleep(VERY_LONG);
      assertThat(flag()).isEqualTo(SleepState.AWAKE);
    }
    assertThat(System.nanoTime() - began).isLessThan(VERY_LONG);
  }

  @Test
  void a_rank_that_sleeps_often_lowers_its_flag() {
    SleepState sleeper = sleeper(false);
    sleepInVain(sleeper);
    assertThat(flag()).isEqualTo(SleepState.AWAKE);
  }

  @Test
  void a_rank_that_gets_a_thread_for_progress_awaits_stores_no_more() {
    SleepState sleeper = sleeper(true);
    sleeper.sleepOften();
    assertThat(Words.peek(base + SharedRegion.AWAITS_STORES)).isZero();
    sleepInVain(sleeper);
    assertThat(flag()).isEqualTo(SleepState.AWAKE);
  }
}
