package io.starling.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "8, 8",
    "64K, 65536",
    "64k, 65536",
    "4M, 4194304",
    "1G, 1073741824",
    "1T, 1099511627776",
    "' 2K ', 2048",
    "007, 7",
    "8589934591G, 9223372035781033984"
  })
  void a_size_is_a_number_in_powers_of_1024(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "-1", "1.5K", "12Q", "1 K", "1KB", "0x10", "1e3", "٣"})
  void what_is_no_size_is_named_with_a_remedy(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'"
                + text
                + "' is not a size; write a whole number of bytes, or one with K, M, G or T, such"
                + " as 64K");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8589934592G", "8388608T", "999999999999999999K"})
  void a_size_beyond_a_long_is_refused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .hasMessage("the size '" + text + "' is too large; the largest is 2^63 - 1 bytes");
  }

  @Property
  void a_formatted_size_is_the_same_size(@ForAll @LongRange(max = (1L << 59)) long bytes) {
    assertThat(ByteSize.parse(ByteSize.format(bytes))).isEqualTo(bytes);
    long even = bytes >>> 10 << 10;
    assertThat(ByteSize.parse(ByteSize.format(even))).isEqualTo(even);
  }

  @Example
  void a_size_is_written_as_short_as_it_can_be_without_loss() {
    assertThat(ByteSize.format(0)).isEqualTo("0");
    assertThat(ByteSize.format(1023)).isEqualTo("1023");
    assertThat(ByteSize.format(1025)).isEqualTo("1025");
    assertThat(ByteSize.format(65536)).isEqualTo("64K");
    assertThat(ByteSize.format(3L << 40)).isEqualTo("3T");
  }
}
