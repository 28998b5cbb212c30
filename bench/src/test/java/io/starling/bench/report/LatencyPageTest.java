package io.starling.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LatencyPageTest {

  private static final Facts FACTS = new Facts(Map.of("command", "starling bench <all>"));

  private static Measurement of(String benchmark, long bytes, int quick) {
    Histogram times = Latencies.histogram();
    times.recordValueWithCount(1000, quick);
    times.recordValue(5_000_000);
    return new Measurement(
        benchmark,
        "chain",
        2,
        bytes,
        quick + 1,
        Statistics.of(1),
        Optional.of(new Latencies(times, 23)),
        Map.of());
  }

  private static Stream<String> lines(String page) {
    return page.lines().filter(line -> line.startsWith("<polyline"));
  }

  @Test
  void each_benchmark_has_a_plot_and_each_size_a_line_to_the_slowest_iteration() {
    String page =
        LatencyPage.of(
            FACTS, List.of(of("scan", 8, 9999), of("scan", 1024, 99_999), of("barrier", 0, 999)));
    assertThat(page).contains("<figcaption>scan<", "<figcaption>barrier<").contains("23 ns");
    assertThat(page).contains("starling bench &lt;all&gt;");
    assertThat(lines(page)).hasSize(3);
    assertThat(page)
        .contains("1 KiB, percentile 50: 1 µs", "1 KiB, percentile max: 5 ms")
        .contains("barrier, percentile 99.9: 1 µs");
  }

  @Test
  void a_line_has_no_percentile_that_no_iteration_is_beyond() {
    String page = LatencyPage.of(FACTS, List.of(of("barrier", 0, 99)));
    assertThat(page)
        .contains("barrier, percentile 99: 1 µs", "barrier, percentile max: 5 ms")
        .doesNotContain("percentile 99.5");
    assertThat(lines(page)).singleElement().asString().contains(" ").doesNotContain("NaN");
  }

  @Test
  void an_iteration_shorter_than_the_clock_can_tell_is_drawn_as_a_nanosecond() {
    Histogram times = Latencies.histogram();
    times.recordValueWithCount(0, 10);
    Measurement shortest =
        new Measurement(
            "barrier",
            "none",
            1,
            0,
            10,
            Statistics.of(0),
            Optional.of(new Latencies(times, 23)),
            Map.of());
    assertThat(LatencyPage.of(FACTS, List.of(shortest)))
        .contains("barrier, percentile max: 0.001 µs")
        .doesNotContain("NaN")
        .doesNotContain("Infinity");
  }
}
