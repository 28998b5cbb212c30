package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

  @Test
  void times_are_in_the_unit_that_people_use() {
    assertThat(Units.time(Duration.ofMillis(89_400))).isEqualTo("89 s");
    assertThat(Units.time(Duration.ofSeconds(90))).isEqualTo("2 min");
    assertThat(Units.time(Duration.ofSeconds(691))).isEqualTo("12 min");
    assertThat(Units.time(Duration.ofMinutes(90))).isEqualTo("1.5 h");
  }
}
