package io.starling.bench.report;

import java.util.List;

/** The times of single iterations on a page: a plot for each benchmark, a line for each size. */
public final class LatencyPage {

  private LatencyPage() {}

  /** The page, which needs nothing but itself. */
  public static String of(Facts facts, List<Measurement> measurements) {
    MarkupWriter html = Page.open("Times of iterations");
    html.open("header");
    html.text("h1", "Times of iterations");
    html.text(
        "p",
        "What 50, 90, 99, 99.9 and 99.99 percent of the iterations took at most, and the slowest of"
            + " all; those of all ranks count together. A reading of the clock takes "
            + measurements.stream()
                .mapToLong(each -> each.latencies().orElseThrow().clock())
                .max()
                .orElse(0)
            + " ns: no time is better known.",
        "class",
        "summary");
    facts.write(html);
    html.close();
    html.open("main");
    measurements.stream()
        .map(Measurement::benchmark)
        .distinct()
        .forEach(
            benchmark -> {
              html.open("figure");
              html.text("figcaption", benchmark);
              Plot.draw(panel(benchmark, measurements), html);
              html.close();
            });
    html.close();
    return Page.close(html);
  }

  private static Panel panel(String benchmark, List<Measurement> measurements) {
    List<Panel.Series> sizes =
        measurements.stream()
            .filter(measurement -> measurement.benchmark().equals(benchmark))
            .map(measurement -> measurement.latencies().orElseThrow().series(size(measurement)))
            .toList();
    return new Panel("times of " + benchmark, Axis.PERCENTILE, Axis.LATENCY, sizes);
  }

  private static String size(Measurement measurement) {
    return measurement.bytes() == 0 ? measurement.benchmark() : Units.bytes(measurement.bytes());
  }
}
