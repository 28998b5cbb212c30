package io.starling.bench.compare;

import io.starling.bench.report.Axis;
import io.starling.bench.report.Facts;
import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Microseconds;
import io.starling.bench.report.Page;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.bench.report.Plot;
import io.starling.bench.report.Units;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** A page that needs nothing but itself: facts, a plot for each collective, the table. */
final class HtmlReport {

  private static final double MUCH_FASTER = 0.6;
  private static final double MUCH_SLOWER = 1.25;

  private static final String COLOURS =
      String.format(
          Locale.ROOT,
          "A ratio stands on blue where Starling is not slower, stronger up to %.2f; on orange"
              + " where it is slower, stronger from %.2f.",
          MUCH_FASTER,
          MUCH_SLOWER);

  private final Results results;
  private final Facts facts;
  private final MarkupWriter html = Page.open("Collectives compared");

  private HtmlReport(Results results, Facts facts) {
    this.results = results;
    this.facts = facts;
  }

  /** The page, which is well-formed XML too. */
  static String of(Results results, Facts facts) {
    return new HtmlReport(results, facts).write();
  }

  private String write() {
    header();
    panels();
    table();
    return Page.close(html);
  }

  private void header() {
    html.open("header");
    html.text("h1", "Collectives compared");
    html.text("p", ComparisonSummary.of(results) + ".", "class", "summary");
    facts.write(html);
    html.close();
  }

  private void panels() {
    html.open("main");
    for (String benchmark : results.benchmarks()) {
      html.open("figure");
      html.text("figcaption", benchmark);
      Plot.draw(new LatencyPanel(results, benchmark).panel(), html);
      html.close();
    }
    html.close();
  }

  private void table() {
    html.open("section");
    html.text("h2", "All figures");
    results
        .failures()
        .forEach(failure -> html.text("p", "Not measured: " + failure, "class", "failure"));
    results.notes().forEach(note -> html.text("p", note, "class", "failure"));
    html.open("table");
    html.open("thead");
    row(
        _ -> {
          html.text("th", "collective", "scope", "col", "class", "word");
          html.text("th", "size", "scope", "col");
          results
              .libraries()
              .forEach(library -> html.text("th", library.title() + ", µs", "scope", "col"));
          html.text("th", "ratio", "scope", "col");
        });
    html.close();
    for (String benchmark : results.benchmarks()) {
      List<Cell> cells = results.cells(benchmark);
      html.open("tbody");
      for (Cell cell : cells) {
        row(_ -> figures(cell, cell.equals(cells.getFirst()), cells.size()));
      }
      html.close();
    }
    html.close();
    html.text("p", ComparisonTable.explanation(results, "µs"), "class", "note");
    html.text("p", COLOURS, "class", "note");
    html.close();
  }

  private void row(Consumer<MarkupWriter> content) {
    html.open("tr");
    content.accept(html);
    html.close();
  }

  private void figures(Cell cell, boolean first, int rows) {
    if (first) {
      html.text("th", cell.benchmark(), "scope", "rowgroup", "rowspan", rows, "class", "word");
    }
    html.text("td", cell.bytes() == 0 ? "" : Units.bytes(cell.bytes()));
    for (Contender library : results.libraries()) {
      OptionalDouble time = results.microseconds(library, cell);
      html.text("td", time.isEmpty() ? "–" : Microseconds.text(time.getAsDouble()));
    }
    OptionalDouble ratio = results.ratio(cell);
    if (ratio.isEmpty()) {
      html.text("td", "–");
    } else {
      String text = String.format(Locale.ROOT, "%.2f", ratio.getAsDouble());
      html.text("td", text, "class", verdict(ratio.getAsDouble()));
    }
  }

  private static String verdict(double ratio) {
    if (ratio <= 1) {
      return ratio <= MUCH_FASTER ? "ratio faster much" : "ratio faster";
    }
    return ratio >= MUCH_SLOWER ? "ratio slower much" : "ratio slower";
  }

  /**
   * Latency against size for one collective, both axes logarithmic, a line for each library. What
   * has no sizes, as a barrier, has its libraries side by side instead.
   */
  private record LatencyPanel(Results results, String benchmark) {

    /** Without figures below that, which no clock tells. */
    private static final double LEAST_MICROSECONDS = 1e-3;

    Panel panel() {
      boolean sized = results.cells(benchmark).getLast().bytes() > 0;
      return new Panel(
          "latency of " + benchmark,
          sized ? Axis.BYTES : Axis.SERIES,
          Axis.LATENCY,
          results.libraries().stream().map(this::series).toList());
    }

    private Series series(Contender library) {
      return new Series(
          library.title(),
          results.cells(benchmark).stream()
              .filter(cell -> results.microseconds(library, cell).isPresent())
              .map(cell -> point(library, cell))
              .toList());
    }

    private Point point(Contender library, Cell cell) {
      double microseconds = results.microseconds(library, cell).orElseThrow();
      List<Double> rounds = results.rounds(library, cell);
      String spread =
          rounds.size() == 1
              ? ""
              : " (%s to %s in %d rounds)"
                  .formatted(
                      Microseconds.withUnit(rounds.getFirst()),
                      Microseconds.withUnit(rounds.getLast()),
                      rounds.size());
      String note =
          "%s, %s: %s%s"
              .formatted(library.title(), cell, Microseconds.withUnit(microseconds), spread);
      double seconds = Math.max(LEAST_MICROSECONDS, microseconds) / 1e6;
      return new Point(cell.bytes(), seconds, 0, Double.NaN, note);
    }
  }
}
