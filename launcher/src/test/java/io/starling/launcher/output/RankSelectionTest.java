package io.starling.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankSelectionTest {

  @Test
  void numbers_and_ranges_are_read_and_written_the_shortest_way() {
    assertThat(RankSelection.parse("9,0-2,1,3")).hasToString("0-3,9");
    assertThat(RankSelection.of(List.of(4))).hasToString("4");
    assertThat(RankSelection.parse("5-5").contains(5)).isTrue();
    assertThat(RankSelection.parse("5").contains(6)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "1,", "-1", "a", "1-", "3-1", "99999999", "1 2"})
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> RankSelection.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
