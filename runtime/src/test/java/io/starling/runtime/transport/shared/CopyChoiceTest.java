package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CopyChoiceTest {

  private static final int MESSAGES = 10_000;

  private final CopyChoice choice = new CopyChoice();

  /** Sends messages that take such times; returns how many went over the stage. */
  private int send(int messages, long length, Supplier<Double> staged, Supplier<Double> direct) {
    int over = 0;
    for (int i = 0; i < messages; i++) {
      boolean stages = choice.stages(length);
      over += stages ? 1 : 0;
      choice.took(stages, length, stages ? staged.get() : direct.get());
    }
    return over;
  }

  @Test
  void the_faster_way_is_taken_but_for_a_few_trials() {
    assertThat(send(MESSAGES, 65_536, () -> 2000.0, () -> 6000.0)).isBetween(9900, MESSAGES - 10);
    assertThat(send(MESSAGES, 1 << 18, () -> 6000.0, () -> 2000.0)).isBetween(10, 100);
  }

  @Test
  void lengths_of_one_power_of_two_share_their_experience_and_others_do_not() {
    send(100, 60_000, () -> 2000.0, () -> 6000.0);
    assertThat(send(10, 65_536, () -> 2000.0, () -> 6000.0)).isEqualTo(10);
    assertThat(send(10, 65_537, () -> 2000.0, () -> 6000.0)).isEqualTo(5);
  }

  @Test
  void an_empty_message_has_a_time_too() {
    choice.took(false, 0, 100);
    assertThat(choice.stages(0)).isTrue();
  }

  @Test
  void a_late_receiver_does_not_count() {
    int[] late = {0};
    Supplier<Double> often = () -> late[0]++ % 3 == 0 ? 2000.0 : 1e9;
    assertThat(send(MESSAGES, 65_536, often, () -> 6000.0)).isGreaterThan(9000);
  }

  @Test
  void what_becomes_faster_is_found_in_time() {
    send(MESSAGES, 65_536, () -> 2000.0, () -> 6000.0);
    send(100_000, 65_536, () -> 9000.0, () -> 6000.0);
    assertThat(send(MESSAGES, 65_536, () -> 9000.0, () -> 6000.0)).isLessThan(100);
  }
}
