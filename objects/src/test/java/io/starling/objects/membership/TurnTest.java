package io.starling.objects.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TurnTest {

  private static final Timing TIMING = Timing.DEFAULT;

  @Test
  void the_first_keeper_begins_at_once_and_the_others_a_step_after_each_other() {
    for (int rank = 0; rank < 5; rank++) {
      assertThat(wait(new Turn(TIMING), 0, rank)).isEqualTo(rank);
    }
  }

  @Test
  void who_is_rejected_waits_longer_each_time_and_the_later_keeper_longer_than_the_first() {
    assertThat(waitsAfterRejections(0)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L);
    assertThat(waitsAfterRejections(1)).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 128L, 128L);
  }

  @Test
  void who_sees_another_begin_lets_it_finish() {
    Turn turn = new Turn(TIMING);
    turn.giveWay(0, 2);
    assertThat(wait(turn, 0, 2)).isEqualTo(12);
  }

  @Test
  void who_gets_no_answers_waits_longer_each_time() {
    Turn turn = new Turn(TIMING);
    long now = 0;
    List<Long> waits = new ArrayList<>();
    for (int attempt = 0; attempt < 4; attempt++) {
      long steps = wait(turn, now, 0);
      now += steps * TIMING.step();
      waits.add(steps);
    }
    assertThat(waits).containsExactly(0L, 25L, 50L, 75L);
  }

  private static List<Long> waitsAfterRejections(int rank) {
    Turn turn = new Turn(TIMING);
    long now = wait(turn, 0, rank) * TIMING.step();
    List<Long> waits = new ArrayList<>();
    for (int rejection = 0; rejection < 8; rejection++) {
      turn.onRejected(now, rank);
      long steps = wait(turn, now, rank);
      now += steps * TIMING.step();
      waits.add(steps);
    }
    return waits;
  }

  /** The steps until it is due. */
  private static long wait(Turn turn, long from, int rank) {
    long steps = 0;
    while (!turn.isDue(from + steps * TIMING.step(), rank)) {
      steps++;
    }
    return steps;
  }
}
