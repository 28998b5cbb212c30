package io.starling.bench.compare;

import io.starling.bench.report.Axis;
import io.starling.bench.report.Microseconds;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.List;

/**
 * Latency against size for one collective, both axes logarithmic, a line for each library. What has
 * no sizes, as a barrier, has its libraries side by side instead.
 */
record LatencyPanel(Results results, String benchmark) {

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
