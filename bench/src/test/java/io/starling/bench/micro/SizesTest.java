package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {

  @ParameterizedTest
  @CsvSource({"0, 0", "8, 8", "64K, 65536", "4M, 4194304", "1G, 1073741824", "3G, 3221225472"})
  void a_size_is_bytes_or_a_multiple_of_a_power_of_1024(String token, long bytes) {
    assertThat(Sizes.parse(token)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "64k", "8B", "-8", "1.5M", "64KiB", "0x10", "8 M"})
  void a_malformed_size_is_named(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sizes.parse(token))
        .withMessageContaining("a size must be like 8, 64K, 4M or 1G, not '" + token + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9000000000G", "99999999999999999999"})
  void a_size_that_no_long_holds_is_too_large(String token) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sizes.parse(token))
        .withMessageContaining(token)
        .withMessageContaining("a size must be below 8 EiB");
  }

  @Test
  void messages_run_for_the_given_time_within_limits() {
    Duration half = Duration.ofMillis(500);
    assertThat(Iterations.of(1000, half)).isEqualTo(500_000);
    assertThat(Iterations.of(100, half)).isEqualTo(1_000_000);
    assertThat(Iterations.of(2e6, half)).isEqualTo(250);
    assertThat(Iterations.of(1e9, half)).isEqualTo(20);
    assertThat(Iterations.of(1000, Duration.ofMillis(1))).isEqualTo(1000);
  }
}
