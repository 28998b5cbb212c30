package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class InsistenceTest {

  private final List<Integer> halts = new ArrayList<>();
  private long now = 5;
  private final Insistence insistence = new Insistence(() -> now, halts::add);

  @Test
  void one_wish_to_end_may_come_as_several_signals() {
    insistence.note(Signals.INTERRUPT);
    now += Insistence.ONE_WISH.toNanos();
    insistence.note(Signals.TERMINATE);
    assertThat(halts).isEmpty();
  }

  @Test
  void a_later_signal_ends_the_launcher_at_once() {
    insistence.note(Signals.INTERRUPT);
    now += Insistence.ONE_WISH.toNanos() + 1;
    insistence.note(Signals.INTERRUPT);
    assertThat(halts).containsExactly(130);
  }

  @Test
  void to_ask_for_a_report_is_no_wish_to_end() {
    insistence.note(Signals.REPORT);
    now += 2 * Insistence.ONE_WISH.toNanos();
    insistence.note(Signals.REPORT);
    insistence.note(Signals.TERMINATE);
    assertThat(halts).isEmpty();
  }
}
