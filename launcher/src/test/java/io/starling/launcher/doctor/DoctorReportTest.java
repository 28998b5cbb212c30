package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DoctorReportTest {

  private static final List<Finding> FINDINGS =
      List.of(
          Finding.ok("JDK", "25").on("node1"),
          Finding.fail("ssh", "says \"no\"\\", "ask again").on("node2"));

  private static String table(boolean coloured) {
    StringWriter text = new StringWriter();
    DoctorReport.table(FINDINGS, coloured, new PrintWriter(text));
    return text.toString();
  }

  @Test
  void people_get_a_line_a_finding_and_what_to_do() {
    assertThat(table(false))
        .isEqualTo(
            """
            node1  ok    JDK  25
            node2  fail  ssh  says "no"\\
                              -> ask again
            1 ok, 0 warnings, 1 failed
            """);
    assertThat(table(true)).contains("\033[31mfail\033[0m").contains("\033[32mok  \033[0m");
  }

  @Test
  void machines_get_an_array() {
    StringWriter text = new StringWriter();
    DoctorReport.json(FINDINGS, new PrintWriter(text));
    assertThat(text.toString())
        .isEqualTo(
            """
            [
              {"host": "node1", "check": "JDK", "level": "ok", "text": "25", "remedy": ""},
              {"host": "node2", "check": "ssh", "level": "fail", "text": "says \\"no\\"\\\\", "remedy": "ask again"}
            ]
            """);
  }

  @Test
  void a_warning_is_no_failure() {
    assertThat(DoctorReport.hasFailure(FINDINGS)).isTrue();
    assertThat(DoctorReport.hasFailure(List.of(Finding.warn("a", "b", "c")))).isFalse();
  }

  @Test
  void a_finding_survives_the_way_to_another_host() {
    Finding finding = Finding.warn("two words", "tab\there\nand a line", "do\tit").on("node 1");
    assertThat(Finding.parse(finding.toLine())).contains(finding);
    assertThat(finding.text()).isEqualTo("tab here and a line");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Welcome to node1", "finding", "finding\ta\tb\tBAD\tc\td", "finding\ta\tb"})
  void what_is_no_finding_is_none(String line) {
    assertThat(Finding.parse(line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, OK", "100, OK", "-100, OK", "160, WARN", "-160, WARN"})
  void clocks_that_are_certainly_apart_are_told(long ahead, Finding.Level level) {
    ClockDifference clock = ClockDifference.of(1000, 1050 + ahead, 1100);
    assertThat(clock.error()).isEqualTo(Duration.ofMillis(50));
    assertThat(clock.judge().level()).isEqualTo(level);
    assertThat(clock.judge().text()).contains(Math.abs(ahead) + " ms");
  }
}
