package io.starling.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OutputTest {

  @Test
  void ranks_may_print_in_any_order() {
    assertThat(Output.difference("rank 0\nrank 1\n", "rank 1\nrank 0\n")).isEmpty();
  }

  @Test
  void a_line_that_is_missing_is_named() {
    assertThat(Output.difference("rank 0\nrank 0\n", "rank 0\n")).contains("missing: rank 0");
  }

  @Test
  void a_line_that_is_too_many_is_named() {
    assertThat(Output.difference("rank 0\n", "rank 0\nrank 1\n")).contains("extra: rank 1");
  }

  @Test
  void an_ellipsis_is_any_text_or_any_lines() {
    assertThat(Output.difference("pid \u2026 on \u2026\n", "pid 12 on host\n")).isEmpty();
    assertThat(Output.difference("a\n\u2026\n", "a\nb\nc\n")).isEmpty();
  }

  @Test
  void a_notice_about_this_machine_does_not_count() {
    String notice = "starling: 4 ranks share 2 cores and are not bound (more ranks than cores)\n";
    assertThat(Output.difference("rank 0\n", notice + "rank 0\n")).isEmpty();
  }

  @Test
  void a_pattern_leaves_exact_lines_their_own() {
    assertThat(Output.difference("rank \u2026\nrank 0\n", "rank 0\nrank 1\n")).isEmpty();
  }
}
