package io.starling.bench.compare;

import io.starling.bench.report.Units;
import java.util.List;
import java.util.Locale;

/** All cells in a sentence. */
final class ComparisonSummary {

  private ComparisonSummary() {}

  /**
   * {@code 12 cells, 9 with a ratio of at most 1.00, geometric mean 0.87, worst 1.60 (broadcast, 8
   * B)}.
   */
  static String of(Results results) {
    List<Cell> cells = results.cells();
    List<Cell> compared = cells.stream().filter(cell -> results.ratio(cell).isPresent()).toList();
    if (compared.isEmpty()) {
      return Units.count(cells.size(), "cell") + ", none with both Starling and a peer";
    }
    double logarithms = 0;
    long good = 0;
    Cell worst = compared.getFirst();
    for (Cell cell : compared) {
      double ratio = ratio(results, cell);
      logarithms += Math.log(ratio);
      good += ratio <= 1 ? 1 : 0;
      worst = ratio > ratio(results, worst) ? cell : worst;
    }
    return String.format(
        Locale.ROOT,
        "%s, %d with a ratio of at most 1.00, geometric mean %.2f, worst %.2f (%s)",
        Units.count(compared.size(), "cell"),
        good,
        Math.exp(logarithms / compared.size()),
        ratio(results, worst),
        worst);
  }

  private static double ratio(Results results, Cell cell) {
    return results.ratio(cell).orElseThrow();
  }
}
