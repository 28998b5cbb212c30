package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnLimitTest {

  private final TurnLimit turns = new TurnLimit();

  @Test
  void without_turns_nobody_waits() {
    turns.add(3);
    assertThat(turns.floor()).isEqualTo(TurnLimit.NONE);
  }

  @Test
  void a_turn_waits_for_the_last_move_of_the_one_so_many_before() {
    turns.next(2);
    turns.add(0);
    turns.add(1);
    turns.next(2);
    turns.add(2);
    assertThat(turns.floor()).isEqualTo(TurnLimit.NONE);
    turns.next(2);
    assertThat(turns.floor()).isEqualTo(1);
    turns.next(2);
    assertThat(turns.floor()).isEqualTo(2);
  }

  @Test
  void an_empty_turn_stands_for_the_one_before() {
    turns.next(1);
    turns.add(0);
    turns.next(1);
    turns.next(1);
    assertThat(turns.floor()).isZero();
  }
}
