package io.starling.collectives.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimensionsTest {

  /** The examples of MPI 4.1, section 8.5.2, among others. */
  @ParameterizedTest
  @CsvSource({
    "6, 0 0, 3 2",
    "7, 0 0, 7 1",
    "6, 0 3 0, 2 3 1",
    "1, 0 0 0, 1 1 1",
    "16, 0 0, 4 4",
    "24, 0 0 0, 4 3 2",
    "98, 0 0 0, 7 7 2",
    "1024, 0 0 0, 16 8 8",
    "12, 5 2, 5 2",
    "1048576, 0 0, 1024 1024",
    "1048573, 0 0 0, 1048573 1 1"
  })
  void zeros_become_as_equal_as_can_be(int ranks, String given, String chosen) {
    assertThat(Dimensions.choose(ranks, ints(given))).containsExactly(ints(chosen));
  }

  private static int[] ints(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void what_was_given_is_left_alone() {
    int[] given = {0, 2};
    Dimensions.choose(6, given);
    assertThat(given).containsExactly(0, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4 0", "7 1", "-1 6", "2147483647 2147483647", "-2147483648 0"})
  void what_does_not_fit_is_refused(String given) {
    assertThatThrownBy(() -> Dimensions.choose(6, ints(given)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Arrays.toString(ints(given)));
  }
}
