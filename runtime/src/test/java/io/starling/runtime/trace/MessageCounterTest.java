package io.starling.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MessageCounterTest {

  private static final int KEYS = 10_000;

  private final MessageCounter counter = new MessageCounter();

  @Test
  void each_of_many_kinds_is_counted_for_itself() {
    for (int round = 0; round < 3; round++) {
      for (long key = 0; key < KEYS; key++) {
        assertThat(counter.next(key << 20)).isEqualTo(round);
      }
    }
  }

  @Test
  void what_is_given_back_is_counted_again() {
    counter.giveBack(7);
    assertThat(counter.next(7)).isZero();
    assertThat(counter.next(7)).isEqualTo(1);
    counter.giveBack(7);
    assertThat(counter.next(7)).isEqualTo(1);
    counter.giveBack(7);
    counter.giveBack(7);
    counter.giveBack(7);
    assertThat(counter.next(7)).isZero();
  }
}
