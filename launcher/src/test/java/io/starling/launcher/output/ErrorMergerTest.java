package io.starling.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ErrorMergerTest {

  private static final String TRACE =
      "uncaught exception in Main\njava.lang.IllegalStateException: no\n\tat Main.main\n";

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final OutputSink sink = new OutputSink(shown, StatusLine.none(), () -> {});
  private final List<Runnable> later = new ArrayList<>();
  private final ErrorMerger merger = new ErrorMerger(sink, later::add);

  private LineTarget rank(int rank) {
    return merger.target(rank, new TaggedLines(sink, bytes("[" + rank + "] ")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(LineTarget target, String text) {
    target.write(bytes("__" + text), 2, bytes(text).length);
  }

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8);
  }

  private static String failure(int rank) {
    return "starling: rank " + rank + " of 12: " + TRACE;
  }

  @Test
  void what_many_ranks_say_of_their_end_is_shown_once() {
    for (int rank : new int[] {3, 1, 2, 9}) {
      write(rank(rank), failure(rank));
    }
    assertThat(shown()).isEmpty();
    later.getFirst().run();
    assertThat(shown())
        .isEqualTo(
            """
            [ranks 1-3,9] starling: uncaught exception in Main
            [ranks 1-3,9] java.lang.IllegalStateException: no
            [ranks 1-3,9] \tat Main.main
            """);
  }

  @Test
  void how_far_each_had_come_keeps_nobody_apart() {
    write(rank(0), "starling: rank 0 of 3: rank 0, barrier (2 of 4 moves done): rank 2 exited\n");
    write(rank(1), "starling: rank 1 of 3: rank 1, barrier (3 of 4 moves done): rank 2 exited\n");
    merger.flush();
    assertThat(shown()).isEqualTo("[ranks 0-1] starling: barrier: rank 2 exited\n");
  }

  @Test
  void what_one_rank_says_is_shown_as_it_is() {
    write(rank(5), failure(5));
    later.getFirst().run();
    assertThat(shown()).isEqualTo(("[5] " + failure(5)).replaceAll("\n(?=.)", "\n[5] "));
  }

  @Test
  void different_errors_stay_apart() {
    write(rank(0), "starling: rank 0: one\n");
    write(rank(1), "starling: rank 1: other\n");
    write(rank(2), "starling: rank 2: one\n");
    merger.flush();
    assertThat(shown()).isEqualTo("[ranks 0,2] starling: one\n[1] starling: rank 1: other\n");
  }

  @Test
  void other_lines_pass_at_once_and_in_their_order() {
    LineTarget rank = rank(4);
    write(rank, "warning\n");
    write(rank, "last words\n" + failure(4));
    assertThat(shown()).isEqualTo("[4] warning\n[4] last words\n");
    write(rank, "from a hook\n");
    merger.flush();
    assertThat(shown()).endsWith("at Main.main\n[4] from a hook\n");
    write(rank, "and more\n");
    assertThat(shown()).endsWith("[4] and more\n");
  }

  @Test
  void who_comes_later_with_the_same_gets_one_line() {
    write(rank(7), failure(7));
    merger.flush();
    shown.reset();
    write(rank(8), failure(8));
    write(rank(2), failure(2));
    merger.flush();
    assertThat(shown())
        .isEqualTo("[ranks 2,8] as rank 7 above: starling: uncaught exception in Main\n");
  }

  @Test
  void a_rank_that_says_very_much_is_not_held() {
    LineTarget rank = rank(1);
    write(rank, failure(1));
    String line = "x".repeat(1000) + "\n";
    for (int i = 0; i < 100; i++) {
      write(rank, line);
    }
    assertThat(shown.size()).isGreaterThan(100 * line.length());
    merger.flush();
    assertThat(shown().lines()).hasSize(103);
  }

  @Test
  void bytes_that_are_no_text_survive() {
    byte[] odd = {'s', (byte) 0xff, (byte) 0x80, '\n'};
    byte[] beginning = bytes("starling: rank 1: ");
    LineTarget one = rank(1);
    one.write(beginning, 0, beginning.length);
    one.write(odd, 0, odd.length);
    LineTarget two = rank(2);
    two.write(bytes("starling: rank 2: "), 0, beginning.length);
    two.write(odd, 0, odd.length);
    merger.flush();
    byte[] all = shown.toByteArray();
    assertThat(all).endsWith(odd).startsWith(bytes("[ranks 1-2] "));
  }

  @Test
  void consequences_wait_for_the_end_and_are_dropped_where_the_cause_is_told() {
    write(rank(0), "starling: rank 0 of 3 lost a peer: rank 0, barrier (1 of 2 moves): gone\n");
    write(rank(2), "before\nstarling: rank 2 of 3 warns: it ends unclosed\nafter\n");
    write(rank(1), failure(1));
    assertThat(shown()).isEqualTo("[2] before\n[2] after\n");
    merger.showCause(1);
    assertThat(shown()).endsWith("[1] \tat Main.main\n");
    merger.end();
    assertThat(shown()).doesNotContain("lost a peer").doesNotContain("warns");
  }

  @Test
  void consequences_without_a_cause_are_shown_at_the_end_together() {
    for (int rank = 0; rank < 3; rank++) {
      write(rank(rank), "starling: rank " + rank + " of 3 warns: it ends unclosed\n");
    }
    assertThat(shown()).isEmpty();
    merger.end();
    assertThat(shown()).isEqualTo("[ranks 0-2] starling: warns: it ends unclosed\n");
  }

  @Test
  void the_cause_is_shown_with_the_ranks_that_say_the_same_and_before_others() {
    write(rank(0), "starling: rank 0 of 3: other\n");
    write(rank(1), failure(1));
    write(rank(2), failure(2));
    merger.showCause(2);
    assertThat(shown()).startsWith("[ranks 1-2] starling: uncaught").doesNotContain("other");
    merger.end();
    assertThat(shown()).endsWith("[0] starling: rank 0 of 3: other\n");
  }
}
