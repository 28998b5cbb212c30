package io.starling.bench.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How alike two lists are ordered. */
public final class RankCorrelation {

  private RankCorrelation() {}

  /**
   * Spearman's coefficient: 1 where the lists have the same order, -1 where one has that of the
   * other backwards. Equal values share their mean rank.
   *
   * @return NaN for less than two values, or where all values of a list are equal
   */
  public static double spearman(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          "%d values can't be compared with %d".formatted(first.length, second.length));
    }
    return pearson(ranks(first), ranks(second));
  }

  private static double[] ranks(double... values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted((left, right) -> Double.compare(values[left], values[right]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    int begin = 0;
    while (begin < order.length) {
      int end = begin;
      while (end < order.length && Double.compare(values[order[end]], values[order[begin]]) == 0) {
        end++;
      }
      double mean = (begin + end - 1) / 2.0;
      for (int i = begin; i < end; i++) {
        ranks[order[i]] = mean;
      }
      begin = end;
    }
    return ranks;
  }

  private static double pearson(double[] first, double[] second) {
    double meanOfFirst = Arrays.stream(first).average().orElse(Double.NaN);
    double meanOfSecond = Arrays.stream(second).average().orElse(Double.NaN);
    double product = 0;
    double squareOfFirst = 0;
    double squareOfSecond = 0;
    for (int i = 0; i < first.length; i++) {
      double left = first[i] - meanOfFirst;
      double right = second[i] - meanOfSecond;
      product += left * right;
      squareOfFirst += left * left;
      squareOfSecond += right * right;
    }
    return product / Math.sqrt(squareOfFirst * squareOfSecond);
  }
}
