package io.starling.collectives.reorder;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.Evaluation;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import java.util.stream.IntStream;

/**
 * The pair of hosts whose link holds up a pattern most: the one whose repair would gain most; and
 * the exchange of two hosts that gains most (Cloud Collectives, section VI).
 *
 * @param one of the pair
 * @param other of the pair
 * @param moved the host to move, one of the pair where that helps
 * @param replacement the host that takes its place
 */
record Bottleneck(int one, int other, int moved, int replacement) {

  /** The bottleneck of hosts in the order of the matrix. */
  static Bottleneck of(CommunicationPattern pattern, LinkCosts links) {
    int size = links.size();
    int[] order = IntStream.range(0, size).toArray();
    int[] pair = {0, size - 1};
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        double cost = pattern.cost(repaired(links, i, j), order);
        if (cost < least) {
          least = cost;
          pair = new int[] {i, j};
        }
      }
    }
    int[] swap = bestSwap(pattern.evaluate(links, order), size);
    return new Bottleneck(pair[0], pair[1], swap[0], swap[1]);
  }

  private static int[] bestSwap(Evaluation evaluation, int size) {
    int[] swap = {0, 0};
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        double energy = evaluation.energyOfSwap(i, j);
        if (energy < least) {
          least = energy;
          swap = new int[] {i, j};
        }
      }
    }
    return swap;
  }

  /** The same links, but that of a pair is as fast as the fastest. */
  private static LinkCosts repaired(LinkCosts links, int one, int other) {
    LatencyMatrix matrix = links.matrix();
    int size = matrix.size();
    double[][] times = new double[size][size];
    double[][] rates = new double[matrix.hasBandwidths() ? size : 0][size];
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        times[i][j] = matrix.roundTrip(i, j);
        if (i != j) {
          least = Math.min(least, times[i][j]);
        }
        if (i != j && matrix.hasBandwidths()) {
          rates[i][j] = matrix.bandwidth(i, j);
          most = Math.max(most, rates[i][j]);
        }
      }
    }
    times[one][other] = least;
    times[other][one] = least;
    if (matrix.hasBandwidths()) {
      rates[one][other] = most;
      rates[other][one] = most;
    }
    return new LinkCosts(LatencyMatrix.of(matrix.hosts(), times, rates), links.windowBytes());
  }
}
