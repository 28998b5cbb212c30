package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "49152, 48 KiB",
    "1572864, 1.5 MiB",
    "8418295808, 7.8 GiB",
    "34359738368, 32 GiB"
  })
  void sizes_are_short(long bytes, String text) {
    assertThat(Units.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void one_is_no_plural() {
    assertThat(Units.count(1, "edge")).isEqualTo("1 edge");
    assertThat(Units.count(0, "edge")).isEqualTo("0 edges");
  }
}
