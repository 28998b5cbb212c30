package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TextPiecesTest {

  @Test
  void lists_keep_their_order_and_fold_what_counts_up() {
    assertThat(NumberRanges.of(List.of(0, 1, 2, 8, 6, 7))).isEqualTo("0-2,8,6-7");
    assertThat(NumberRanges.of(List.of(3, 2, 1))).isEqualTo("3,2,1");
    assertThat(NumberRanges.of(List.of())).isEmpty();
  }

  @Test
  void a_terminal_gets_the_characters_that_it_has() {
    assertThat(Glyphs.of(StandardCharsets.UTF_8)).isEqualTo(Glyphs.UNICODE);
    assertThat(Glyphs.of(StandardCharsets.US_ASCII)).isEqualTo(Glyphs.ASCII);
    assertThat(Glyphs.of(StandardCharsets.ISO_8859_1)).isEqualTo(Glyphs.ASCII);
  }
}
