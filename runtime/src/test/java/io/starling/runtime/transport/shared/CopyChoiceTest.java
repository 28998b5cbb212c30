package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CopyChoiceTest {

  private static final int MESSAGES = 100_000;
  private static final int LEARNING = 4 * CopyChoice.RUN;

  private long now;
  private final CopyChoice choice = new CopyChoice(() -> now);

  /** Sends messages that take such times; returns how many went over the stage. */
  private int send(int messages, long length, LongSupplier staged, LongSupplier direct) {
    int over = 0;
    for (int i = 0; i < messages; i++) {
      boolean stages = choice.stages(length);
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
    assertThat(choice.stages(0)).isTrue();
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
}
