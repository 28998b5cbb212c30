package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ReportFormatTest {

  private static final Measurement SMALL =
      new Measurement("broadcast", "chain,segment=32K", 4, 8, 10_000, Statistics.of(0.25, 0.75));
  private static final Measurement LARGE =
      new Measurement("pingpong", "default", 2, 1L << 32, 20, Statistics.of(1234567.8912));

  @Test
  void a_json_line_has_exactly_the_agreed_fields() throws IOException {
    StringWriter text = new StringWriter();
    SMALL.json(Optional.empty()).writeLine(text);
    LARGE.json(Optional.empty()).writeLine(text);
    assertThat(text.toString())
        .isEqualTo(
            """
            {"benchmark":"broadcast","library":"starling","algorithm":"chain,segment=32K",\
            "ranks":4,"bytes":8,"iterations":10000,"avg_us":0.5,"min_us":0.25,"max_us":0.75}
            {"benchmark":"pingpong","library":"starling","algorithm":"default",\
            "ranks":2,"bytes":4294967296,"iterations":20,\
            "avg_us":1234567.891,"min_us":1234567.891,"max_us":1234567.891}
            """);
  }

  @Test
  void a_written_json_line_is_complete_before_the_file_is_closed() throws IOException {
    StringWriter text = new StringWriter();
    SMALL.json(Optional.empty()).writeLine(text);
    assertThat(text.toString()).endsWith("}\n");
  }

  @Test
  void columns_of_the_table_are_aligned() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Table table =
        new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), Table.Columns.MEANS);
    table.header();
    table.row(SMALL);
    table.row(LARGE);
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n");
    assertThat(lines[0]).contains("avg [us]");
    int average = lines[0].indexOf("avg [us]") + "avg [us]".length();
    assertThat(lines[1].substring(0, average)).endsWith(" 0.500");
    assertThat(lines[2].substring(0, average)).endsWith(" 1234567.891");
  }

  /** 10,000 iterations: most take 1 us, 100 of them 3 us, 19 take 70 us, and one 5 ms. */
  private static Measurement stalled() {
    Histogram times = Latencies.histogram();
    times.recordValueWithCount(1000, 9880);
    times.recordValueWithCount(3000, 100);
    times.recordValueWithCount(70_000, 19);
    times.recordValue(5_000_000);
    return new Measurement(
        "allreduce",
        "chain",
        2,
        8,
        10_000,
        Statistics.of(6),
        Optional.of(new Latencies(times, 20)),
        Map.of());
  }

  @Test
  void a_json_line_has_percentiles_of_the_iterations_with_the_clock_that_bounds_them()
      throws IOException {
    StringWriter text = new StringWriter();
    stalled().json(Optional.empty()).writeLine(text);
    assertThat(text.toString())
        .endsWith(
            "\"max_us\":6.0,\"p50_us\":1.0,\"p99_us\":3.001,\"p99_9_us\":70.015,\"p100_us\":5001.215,\"clock_ns\":20}\n");
  }

  @Test
  void the_table_has_percentiles_in_place_of_means_and_fits_a_terminal() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Table table =
        new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), Table.Columns.PERCENTILES);
    table.header();
    table.row(stalled());
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n");
    assertThat(lines[0]).matches(".* p50 \\[us\\] .* p99 .* p99\\.9 .* p100 \\[us\\] +algorithm");
    assertThat(lines[1])
        .matches("allreduce +8 +10000 +1\\.000 +3\\.001 +70\\.015 +5001\\.215 +chain");
    assertThat(lines[1]).hasSizeLessThan(120);
  }

  @Test
  void details_are_fields_in_json_and_lines_of_their_own_in_the_table() throws IOException {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("computing", "root");
    details.put("computations", 24L);
    details.put("both_us", 1234.56789);
    Measurement measurement =
        new Measurement("overlap", "chain", 2, 8, 20, Statistics.of(2), Optional.empty(), details);
    StringWriter text = new StringWriter();
    measurement.json(Optional.empty()).writeLine(text);
    assertThat(text.toString())
        .endsWith(
            "\"max_us\":2.0,\"computing\":\"root\",\"computations\":24,\"both_us\":1234.568}\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), Table.Columns.MEANS)
        .row(measurement);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .endsWith(
            """
              chain
              computing                  root
              computations                 24
              both_us                 1234.57
            """);
  }
}
