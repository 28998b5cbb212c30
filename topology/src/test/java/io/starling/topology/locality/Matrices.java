package io.starling.topology.locality;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Matrices of round-trip times for tests, and all orders of a few hosts. */
final class Matrices {

  private Matrices() {}

  static List<String> names(int size) {
    return IntStream.range(0, size).mapToObj(host -> "host" + host).toList();
  }

  /** Times from 1 to 100 us, drawn evenly. */
  static LatencyMatrix random(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] times = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        times[i][j] = 1 + 99 * random.nextDouble();
        times[j][i] = times[i][j];
      }
    }
    return LatencyMatrix.of(names(size), times);
  }

  /**
   * Hosts in racks in zones, in no order: 20 us inside a rack, 60 inside a zone, 200 beyond, each
   * up to {@code noise} longer.
   */
  static LatencyMatrix racks(int[] rackOf, int racksPerZone, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = rackOf.length;
    double[][] times = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        boolean sameZone = rackOf[i] / racksPerZone == rackOf[j] / racksPerZone;
        double time = rackOf[i] == rackOf[j] ? 20 : sameZone ? 60 : 200;
        times[i][j] = time * (1 + noise * random.nextDouble());
        times[j][i] = times[i][j];
      }
    }
    return LatencyMatrix.of(names(size), times);
  }

  /** The least value that a function has for any order of {@code size} hosts. */
  static double least(int size, java.util.function.ToDoubleFunction<int[]> cost) {
    int[] order = IntStream.range(0, size).toArray();
    return least(order, 0, cost);
  }

  private static double least(
      int[] order, int fixed, java.util.function.ToDoubleFunction<int[]> cost) {
    if (fixed == order.length) {
      return cost.applyAsDouble(order);
    }
    IntToDoubleFunction behind =
        at -> {
          int[] next = order.clone();
          next[fixed] = order[at];
          next[at] = order[fixed];
          return least(next, fixed + 1, cost);
        };
    return IntStream.range(fixed, order.length).mapToDouble(behind).min().orElseThrow();
  }

  /** An order that a seed draws. */
  static int[] shuffled(int size, SplittableRandom random) {
    int[] order = IntStream.range(0, size).toArray();
    for (int i = size - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int host = order[i];
      order[i] = order[other];
      order[other] = host;
    }
    return Arrays.copyOf(order, size);
  }
}
