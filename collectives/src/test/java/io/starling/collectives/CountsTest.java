package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class CountsTest {

  @Test
  void ints_make_the_same_blocks_as_longs() {
    assertThat(Counts.of(new int[] {3, 1}, new int[] {1, 7}))
        .hasToString("counts [3, 1] at [1, 7]")
        .hasToString(Counts.of(new long[] {3, 1}, new long[] {1, 7}).toString());
    assertThat(Counts.of(3, 1)).hasToString("counts [3, 1] at [0, 3]");
  }

  @Test
  void every_count_has_a_displacement() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Counts.of(new int[] {3}, new int[] {1, 7}))
        .withMessage("1 count, but 2 displacements");
  }
}
