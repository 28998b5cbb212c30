package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "7ps, 7",
    "50ns, 50000",
    "1.3us, 1300000",
    "1.3 us, 1300000",
    "2ms, 2000000000",
    "1s, 1000000000000",
    "0s, 0"
  })
  void times_are_picoseconds(String text, long picoseconds) {
    assertThat(Quantity.time(text)).isEqualTo(picoseconds);
  }

  @ParameterizedTest
  @CsvSource({"1MB/s, 1000000", "10GB/s, 100", "10Gb/s, 800", "2TB/s, 0.5", "12.5GB/s, 80"})
  void bandwidths_are_picoseconds_a_byte(String text, double picoseconds) {
    assertThat(Quantity.bandwidth(text)).isEqualTo(picoseconds);
  }

  @ParameterizedTest
  @CsvSource({"none, -1", "0, 0", "64K, 65536", "16000, 16000", "1G, 1073741824"})
  void eager_messages_have_sizes(String text, long bytes) {
    assertThat(Quantity.eagerBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "us", "1", "1 parsec", "1US", "1,3us", "1.3.2us", "1e3us", "10GB/s"})
  void what_is_no_time_is_told_what_one_is(String text) {
    assertThatThrownBy(() -> Quantity.time(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'%s' is not a time; write a number and ps, ns, us, ms or s, such as 1.3us", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1us", "1.1s", "2000ms"})
  void times_have_bounds(String text) {
    assertThatThrownBy(() -> Quantity.time(text))
        .hasMessage("a time must be 0s to 1s, not '%s'", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0GB/s", "-10GB/s", "0.5MB/s", "101TB/s"})
  void bandwidths_have_bounds(String text) {
    assertThatThrownBy(() -> Quantity.bandwidth(text))
        .hasMessage("a bandwidth must be 1MB/s to 100TB/s, not '%s'", text);
  }

  @Test
  void bandwidths_tell_bytes_from_bits() {
    assertThatThrownBy(() -> Quantity.bandwidth("10gb/s"))
        .hasMessage(
            "'10gb/s' is not a bandwidth; write a number and MB/s, GB/s or TB/s, such as 10GB/s, or"
                + " Gb/s for bits");
  }

  @Test
  void an_eager_message_fits_into_an_array() {
    assertThatThrownBy(() -> Quantity.eagerBytes("2G"))
        .hasMessage("an eager message must have at most 1G, not '2G'");
  }
}
