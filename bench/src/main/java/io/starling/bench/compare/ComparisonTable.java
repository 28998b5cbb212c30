package io.starling.bench.compare;

import io.starling.bench.report.Microseconds;
import io.starling.bench.report.Units;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The results for a terminal. */
final class ComparisonTable {

  /** What a size means; OSU's benchmarks count the same. */
  static final String SIZES =
      "Sizes are bytes of a rank's message; of one rank's block where blocks are gathered,"
          + " scattered or exchanged (allgather, alltoall, gather, scatter, reduce-scatter-block).";

  private static final String GREEN = "\u001B[32m";
  private static final String RED = "\u001B[31m";
  private static final String PLAIN = "\u001B[0m";
  private static final int NARROWEST = 10;
  private static final int SIZE = 8;
  private static final int RATIO = 7;

  private final Results results;
  private final boolean coloured;
  private final int name;
  private final StringBuilder text = new StringBuilder();

  private ComparisonTable(Results results, boolean coloured) {
    this.results = results;
    this.coloured = coloured;
    name = results.benchmarks().stream().mapToInt(String::length).max().orElse(0);
  }

  /** The table, what could not be measured, and the summary as the last line. */
  static String of(Results results, boolean coloured) {
    return new ComparisonTable(results, coloured).write();
  }

  private String write() {
    List<Cell> cells = results.cells();
    if (!cells.isEmpty()) {
      header();
    }
    String last = "";
    for (Cell cell : cells) {
      if (!last.isEmpty() && !last.equals(cell.benchmark())) {
        text.append('\n');
      }
      row(cell);
      last = cell.benchmark();
    }
    text.append('\n');
    results
        .failures()
        .forEach(failure -> text.append("not measured: ").append(failure).append('\n'));
    results.notes().forEach(note -> text.append(note).append('\n'));
    text.append(explanation(results, "us"))
        .append('\n')
        .append(ComparisonSummary.of(results))
        .append('\n');
    return text.toString();
  }

  private void header() {
    text.append(pad("", name)).append("  ").append(right("size", SIZE));
    for (Contender library : results.libraries()) {
      text.append("  ").append(right(library.title(), width(library)));
    }
    text.append("  ").append(right("ratio", RATIO)).append('\n');
  }

  private void row(Cell cell) {
    String size = cell.bytes() == 0 ? "" : Units.bytes(cell.bytes());
    text.append(pad(cell.benchmark(), name)).append("  ").append(right(size, SIZE));
    for (Contender library : results.libraries()) {
      OptionalDouble time = results.microseconds(library, cell);
      String figure = time.isEmpty() ? "-" : Microseconds.text(time.getAsDouble());
      text.append("  ").append(right(figure, width(library)));
    }
    text.append("  ").append(ratio(results.ratio(cell))).append('\n');
  }

  private String ratio(OptionalDouble ratio) {
    if (ratio.isEmpty()) {
      return right("-", RATIO);
    }
    String figure = right(String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()), RATIO);
    String colour = ratio.getAsDouble() <= 1 ? GREEN : RED;
    return coloured ? colour + figure + PLAIN : figure;
  }

  /** What the figures are. */
  static String explanation(Results results, String unit) {
    String figure = results.statistic() == Results.Statistic.MEDIAN ? "median" : "best";
    String ratio =
        results.peers().size() > 1 ? "the fastest of the other libraries" : "the other library";
    return "Times are in "
        + unit
        + ": the average over the ranks, "
        + figure
        + " of the rounds; the ratio is Starling's time to that of "
        + ratio
        + ".\n"
        + SIZES;
  }

  private static int width(Contender library) {
    return Math.max(NARROWEST, library.title().length());
  }

  private static String pad(String word, int width) {
    return word + " ".repeat(Math.max(0, width - word.length()));
  }

  private static String right(String word, int width) {
    return " ".repeat(Math.max(0, width - word.length())) + word;
  }
}
