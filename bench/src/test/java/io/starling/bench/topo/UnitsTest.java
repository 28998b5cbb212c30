package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
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
  void lists_keep_their_order_and_fold_what_counts_up() {
    assertThat(Ranges.of(List.of(0, 1, 2, 8, 6, 7))).isEqualTo("0-2,8,6-7");
    assertThat(Ranges.of(List.of(3, 2, 1))).isEqualTo("3,2,1");
    assertThat(Ranges.of(List.of())).isEmpty();
  }

  @Test
  void a_terminal_gets_the_characters_that_it_has() {
    assertThat(Glyphs.of(StandardCharsets.UTF_8)).isEqualTo(Glyphs.UNICODE);
    assertThat(Glyphs.of(StandardCharsets.US_ASCII)).isEqualTo(Glyphs.ASCII);
    assertThat(Glyphs.of(StandardCharsets.ISO_8859_1)).isEqualTo(Glyphs.ASCII);
  }
}
