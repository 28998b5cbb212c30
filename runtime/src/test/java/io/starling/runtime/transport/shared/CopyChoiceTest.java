package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CopyChoiceTest {

  private static final int MESSAGES = 100_000;
  private static final int LEARNING = 4 * CopyChoice.RUN;

  private long now;
  private final CopyChoice choice = new CopyChoice(1, () -> now);

  /** Sends messages that take such times; returns how many went over the stage. */
  private int send(int messages, long length, LongSupplier staged, LongSupplier direct) {
    int over = 0;
    for (int i = 0; i < messages; i++) {
      boolean stages = choice.stages(length, 0);
      over += stages ? 1 : 0;
      now += (stages ? staged : direct).getAsLong();
    }
    return over;
  }

  @Test
  void the_faster_way_is_taken_but_for_a_few_trials() {
    assertThat(send(MESSAGES, 65_536, () -> 2000, () -> 6000))
        .isBetween(MESSAGES - 1000, MESSAGES - LEARNING / 2);
    assertThat(send(MESSAGES, 1 << 18, () -> 6000, () -> 2000)).isBetween(LEARNING / 2, 1000);
  }

  @Test
  void lengths_of_one_power_of_two_share_their_experience_and_others_do_not() {
    send(LEARNING, 60_000, () -> 2000, () -> 6000);
    assertThat(send(10, 65_536, () -> 2000, () -> 6000)).isEqualTo(10);
    assertThat(send(LEARNING, 65_537, () -> 2000, () -> 6000)).isEqualTo(LEARNING / 2);
  }

  @Test
  void an_empty_message_has_a_choice_too() {
    assertThat(choice.stages(0, 0)).isTrue();
  }

  @Test
  void pauses_of_the_program_do_not_count() {
    int[] message = {0};
    LongSupplier pause = () -> message[0]++ % 40 == 0 ? 1_000_000_000 : 0;
    assertThat(send(MESSAGES, 65_536, () -> 2000 + pause.getAsLong(), () -> 6000))
        .isGreaterThan(MESSAGES - 1000);
  }

  /** A way is judged by how it does when it is used, not by its first message after the other. */
  @Test
  void a_way_that_is_slow_only_after_the_other_one_is_found() {
    boolean[] last = {true};
    LongSupplier staged =
        () -> {
          last[0] = true;
          return 5000;
        };
    LongSupplier direct =
        () -> {
          boolean cold = last[0];
          last[0] = false;
          return cold ? 9000 : 3000;
        };
    assertThat(send(MESSAGES, 65_536, staged, direct)).isLessThan(1000);
  }

  @Test
  void what_becomes_faster_is_found_in_time() {
    send(MESSAGES, 65_536, () -> 2000, () -> 6000);
    send(10 * MESSAGES, 65_536, () -> 9000, () -> 6000);
    assertThat(send(MESSAGES, 65_536, () -> 9000, () -> 6000)).isLessThan(1000);
  }

  /** A direct send only posts its message; the receiver copies it later. */
  @ParameterizedTest
  @ValueSource(ints = {2, 8, 17, 20, 31, 64, 1000})
  void what_posted_messages_take_until_they_are_received_counts(int burst) {
    int over = 0;
    for (int i = 0; i < MESSAGES / burst; i++) {
      int late = 0;
      for (int open = 0; open < burst; open++) {
        boolean stages = choice.stages(65_536, open);
        over += stages ? 1 : 0;
        now += stages ? 2400 : 150;
        late += stages ? 0 : 1;
      }
      now += late * 5150L;
    }
    assertThat(over).isGreaterThan(MESSAGES * 9 / 10);
  }

  /** As where the receiver is late: the stage is full in one run, and empty in another. */
  @Test
  void messages_that_are_always_open_are_judged_too() {
    int over = 0;
    int open = 0;
    for (int i = 0; i < MESSAGES; i++) {
      boolean stages = choice.stages(65_536, open);
      open = stages ? Math.min(open + 1, 40) : Math.max(open - 1, 3);
      over += stages ? 1 : 0;
      now += stages ? 6000 : 2000;
    }
    assertThat(over).isLessThan(MESSAGES / 10);
  }

  @Test
  void two_lengths_that_alternate_each_take_their_faster_way() {
    int shortOnes = 0;
    int longOnes = 0;
    for (int i = 0; i < MESSAGES; i++) {
      shortOnes += send(1, 65_536, () -> 2000, () -> 5000);
      longOnes += send(1, 1 << 18, () -> 16_000, () -> 12_000);
    }
    assertThat(shortOnes).isGreaterThan(MESSAGES * 9 / 10);
    assertThat(longOnes).isLessThan(MESSAGES / 10);
  }

  @Test
  void two_peers_that_take_turns_are_each_sent_to_the_faster_way() {
    CopyChoice far = new CopyChoice(2, () -> now);
    int toNear = 0;
    int toFar = 0;
    for (int i = 0; i < MESSAGES; i++) {
      toNear += send(1, 65_536, () -> 2400, () -> 5300);
      boolean stages = far.stages(65_536, 0);
      toFar += stages ? 1 : 0;
      now += stages ? 9600 : 6000;
    }
    assertThat(toNear).isGreaterThan(MESSAGES * 9 / 10);
    assertThat(toFar).isLessThan(MESSAGES / 10);
  }

  /** As in a ring, where one slow rank delays all. */
  @Test
  void what_is_faster_only_if_all_ranks_change_together_is_found() {
    CopyChoice next = new CopyChoice(3, () -> now);
    int over = 0;
    for (int i = 0; i < 2 * MESSAGES; i++) {
      boolean stages = choice.stages(65_536, 0);
      boolean nextStages = next.stages(65_536, 0);
      over += i >= MESSAGES && stages && nextStages ? 1 : 0;
      boolean slow = i < 3 * CopyChoice.RUN || !stages || !nextStages;
      now += slow ? 5300 : 2400;
    }
    assertThat(over).isGreaterThan(MESSAGES * 9 / 10);
  }

  /** {@link System#nanoTime} may begin anywhere. */
  @Test
  void a_clock_may_overflow() {
    now = Long.MAX_VALUE - 1000;
    assertThat(send(MESSAGES, 65_536, () -> 6000, () -> 2000)).isLessThan(1000);
  }
}
