package io.starling.collectives.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NumberRangeTest {

  @ParameterizedTest
  @CsvSource({
    "8, 8, 8",
    "64K, 65536, 65536",
    "3-8, 3, 8",
    "64K-1M, 65536, 1048576",
    "<8, 0, 7",
    "<=8, 0, 8",
    ">8, 9, 9223372036854775807",
    ">=8, 8, 9223372036854775807",
    "' >=8   <1K ', 8, 1023",
    "0, 0, 0"
  })
  void both_ends_of_a_range_of_bytes_are_read(String text, long least, long most) {
    assertThat(NumberRange.ofBytes(text)).isEqualTo(new NumberRange(least, most));
  }

  @ParameterizedTest
  @CsvSource({"4, 4, 4", "3-8, 3, 8", "<8, 1, 7", ">=2, 2, 9223372036854775807"})
  void counts_begin_with_one(String text, long least, long most) {
    assertThat(NumberRange.ofCounts(text)).isEqualTo(new NumberRange(least, most));
  }

  @ParameterizedTest
  @ValueSource(strings = {"8-3", "<0", ">=8 <8", "3-8 9"})
  void an_empty_range_is_refused(String text) {
    assertThatThrownBy(() -> NumberRange.ofBytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is an empty range");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "3-", "-8", "<", "1-2-3", "many", "3 .. 8", "1.5", "=4", "8B"})
  void what_is_no_range_is_refused(String text) {
    assertThatThrownBy(() -> NumberRange.ofBytes(text))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NumberRange.ofCounts(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "<1", "64K", "99999999999"})
  void counts_are_whole_numbers_from_one_on_without_units(String text) {
    assertThatThrownBy(() -> NumberRange.ofCounts(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 4, 32, 35",
    "<8, 1, 0, 7",
    "<=8, 10, 0, 89",
    ">=8, 3, 24, 9223372036854775807",
    "<=4194304T, 4, 0, 9223372036854775807"
  })
  void quotients_are_those_of_whole_numbers(String text, int divisor, long least, long most) {
    assertThat(NumberRange.ofBytes(text).ofQuotients(divisor))
        .isEqualTo(new NumberRange(least, most));
  }
}
