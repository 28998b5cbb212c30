package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TimeSlotsTest {

  private static final Offset<Double> EXACT = within(1e-12);

  /** Turns of 100 from -50 on, the first 20 of each do not count, two of them do. */
  private final TimeSlots turns = new TimeSlots(-50, 100, 20, 2);

  @Test
  void an_iteration_counts_in_its_turn() {
    turns.beginWith(3);
    turns.add(280, 290);
    turns.add(290, 300);
    turns.add(449, 450);
    assertThat(turns.counts()).containsExactly(new double[] {2, 1}, EXACT);
    assertThat(turns.first()).isEqualTo(3);
    assertThat(turns.end()).isEqualTo(450);
  }

  @Test
  void one_that_is_under_way_in_several_counts_by_its_share_in_each() {
    turns.beginWith(3);
    turns.add(330, 430);
    // 20 of 100 before the turn's end at 350, 60 of 100 after the beginning that does not count.
    assertThat(turns.counts()).containsExactly(new double[] {0.2, 0.6}, EXACT);
  }

  @Test
  void what_is_before_the_first_after_the_last_or_in_a_beginning_does_not_count() {
    turns.beginWith(3);
    turns.add(100, 240);
    turns.add(250, 270);
    turns.add(350, 369);
    turns.add(450, 1_000_000);
    assertThat(turns.counts()).containsExactly(0, 0);
  }

  @Test
  void a_stall_over_all_turns_is_less_than_one_iteration() {
    turns.beginWith(3);
    turns.add(0, 1000);
    assertThat(turns.counts()).containsExactly(new double[] {0.08, 0.08}, EXACT);
  }
}
