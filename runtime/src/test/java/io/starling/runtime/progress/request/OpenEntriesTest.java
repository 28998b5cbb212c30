package io.starling.runtime.progress.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenEntriesTest {

  private static final int COUNT = 1000;

  private final BitSet done = new BitSet();
  private int questions;
  private final OpenEntries open = new OpenEntries(COUNT, this::isDone);

  private boolean isDone(int entry) {
    questions++;
    return done.get(entry);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_look_after_each_end_asks_about_twice_as_often_as_there_are_entries(boolean backwards) {
    for (int i = 0; i < COUNT; i++) {
      assertThat(open.isEmpty()).isFalse();
      done.set(backwards ? COUNT - 1 - i : i);
    }
    assertThat(open.isEmpty()).isTrue();
    assertThat(questions).isLessThanOrEqualTo(2 * COUNT);
  }

  @Test
  void no_entries_are_all_done() {
    assertThat(new OpenEntries(0, this::isDone).isEmpty()).isTrue();
    assertThat(questions).isZero();
  }
}
