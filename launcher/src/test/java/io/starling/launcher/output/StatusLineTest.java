package io.starling.launcher.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StatusLineTest {

  private static final String ERASE = "\r\033[K";

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final StatusLine status = new StatusLine(terminal);
  private final OutputSink sink = new OutputSink(terminal, status, () -> {});

  private void write(String text) {
    sink.write(this, text.getBytes(StandardCharsets.UTF_8), 0, text.length());
  }

  private String shown() {
    return terminal.toString(StandardCharsets.UTF_8);
  }

  @Test
  void it_gives_way_to_output() {
    status.draw("1 of 2");
    write("a\n");
    write("b\n");
    assertThat(shown()).isEqualTo(ERASE + "1 of 2" + ERASE + "a\nb\n");
  }

  @Test
  void it_never_disturbs_a_line_that_has_been_begun() {
    write("name? ");
    status.draw("1 of 2");
    assertThat(shown()).isEqualTo("name? ");
    write("me\n");
    status.draw("2 of 2");
    assertThat(shown()).endsWith("me\n" + ERASE + "2 of 2");
  }

  @Test
  void it_is_redrawn_in_place_and_leaves_nothing_behind() {
    status.draw("1");
    status.draw("2");
    status.erase();
    status.erase();
    assertThat(shown()).isEqualTo(ERASE + "1" + ERASE + "2" + ERASE);
  }
}
