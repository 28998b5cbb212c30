package io.starling.launcher.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForcedExitTest {

  private final List<Integer> halts = new ArrayList<>();
  private long now = 5;
  private final ForcedExit forcedExit = new ForcedExit(() -> now, halts::add);

  @Test
  void one_wish_to_end_may_come_as_several_signals() {
    forcedExit.note(Signals.INTERRUPT);
    now += ForcedExit.ONE_WISH.toNanos();
    forcedExit.note(Signals.TERMINATE);
    assertThat(halts).isEmpty();
  }

  @Test
  void a_later_signal_ends_the_launcher_at_once() {
    forcedExit.note(Signals.INTERRUPT);
    now += ForcedExit.ONE_WISH.toNanos() + 1;
    forcedExit.note(Signals.INTERRUPT);
    assertThat(halts).containsExactly(130);
  }

  @Test
  void to_ask_for_a_report_is_no_wish_to_end() {
    forcedExit.note(Signals.REPORT);
    now += 2 * ForcedExit.ONE_WISH.toNanos();
    forcedExit.note(Signals.REPORT);
    forcedExit.note(Signals.TERMINATE);
    assertThat(halts).isEmpty();
  }
}
