package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.topology.layout.Layout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The tests of patterns find what they look for. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AllRanksTest {

  private static AllRanks two(long inPlace, Pattern pattern) {
    return AllRanks.of(
        pattern,
        rank -> Problem.whole(Problem.NO_ROOT, 1000, 1, inPlace),
        rank -> Layout.flat(2).hierarchy(rank),
        2,
        new Tuning(100, 2, 3, 2));
  }

  private static void exchange(Program program) {
    program.send(1 - program.rank(), program.data());
    program.receive(1 - program.rank(), program.result());
  }

  @Test
  void an_exchange_takes_as_many_steps_as_there_are_windows_of_segments() {
    assertThat(two(Problem.APART, AllRanksTest::exchange).steps()).isEqualTo(5);
  }

  @Test
  void an_exchange_into_the_memory_that_is_sent_would_wait_for_ever() {
    assertThatThrownBy(() -> two(0, AllRanksTest::exchange).steps())
        .isInstanceOf(AssertionError.class)
        .hasMessage("the ranks wait for each other: 0 of 40 moves done");
  }

  @Test
  void messages_that_only_one_side_knows_are_seen() {
    AllRanks ranks =
        two(
            Problem.APART,
            program -> {
              if (program.rank() == 0) {
                program.send(1, program.data().slice(0, 250));
              }
            });
    assertThat(ranks.sent(0, 1)).containsExactly(100L, 100L, 50L);
    assertThat(ranks.received(1, 0)).isEmpty();
  }
}
