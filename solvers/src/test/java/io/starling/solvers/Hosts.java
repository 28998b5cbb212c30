package io.starling.solvers;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/** Matrices of round-trip times for tests, and the best of all orders of a few hosts. */
final class Hosts {

  private Hosts() {}

  /** Times from 1 to 100 us, drawn evenly. */
  static LatencyMatrix random(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return matrix(size, (one, other) -> 1000 + random.nextInt(99_000));
  }

  /** Two racks: 20 us inside, 150 us between them, each up to twice as long. */
  static LatencyMatrix racks(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return matrix(
        size,
        (one, other) -> {
          int least = one % 2 == other % 2 ? 20_000 : 150_000;
          return least + random.nextInt(least);
        });
  }

  private static LatencyMatrix matrix(int size, IntBinaryOperator nanoseconds) {
    double[][] times = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        times[i][j] = nanoseconds.applyAsInt(i, j) / 1e3;
        times[j][i] = times[i][j];
      }
    }
    List<String> names = IntStream.range(0, size).mapToObj(host -> "host" + host).toList();
    return LatencyMatrix.of(names, times);
  }

  /** The least cost of any order. */
  static double least(CommunicationPattern pattern, LinkCosts links) {
    return least(pattern, links, 0, IntStream.range(0, links.size()).toArray());
  }

  private static double least(
      CommunicationPattern pattern, LinkCosts links, int fixed, int... order) {
    if (fixed == order.length) {
      return pattern.cost(links, order);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int at = fixed; at < order.length; at++) {
      int[] next = order.clone();
      next[fixed] = order[at];
      next[at] = order[fixed];
      least = Math.min(least, least(pattern, links, fixed + 1, next));
    }
    return least;
  }
}
