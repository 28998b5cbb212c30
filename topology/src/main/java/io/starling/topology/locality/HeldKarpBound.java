package io.starling.topology.locality;

import java.util.Arrays;

/**
 * A length that no round trip through all hosts can be below (Held and Karp, The traveling-salesman
 * problem and minimum spanning trees, 1970). A 1-tree is a spanning tree of all hosts but the last
 * and that host's two shortest edges; each round trip is a 1-tree. Prices at the hosts lengthen all
 * round trips by the same amount, but change the shortest 1-tree: hosts with more than two edges
 * become dearer step by step, until it nearly is a round trip.
 */
final class HeldKarpBound {

  private static final int STEPS = 2_000;
  private static final double FIRST_STEP = 2;
  private static final int STEPS_BETWEEN_HALVINGS = 60;

  private final double[] costs;
  private final int size;
  private final double[] prices;
  private final double[] priced;
  private final int[] degrees;

  private HeldKarpBound(double[] costs, int size) {
    this.costs = costs;
    this.size = size;
    prices = new double[size];
    priced = new double[size * size];
    degrees = new int[size];
  }

  /** The bound for a symmetric matrix of costs, row by row. */
  static double of(double[] costs, int size) {
    if (size < 3) {
      return size < 2 ? 0 : 2 * costs[1];
    }
    return new HeldKarpBound(costs, size).ascend();
  }

  private double ascend() {
    double best = Double.NEGATIVE_INFINITY;
    double above = nearestNeighbours();
    double step = FIRST_STEP;
    int sinceBest = 0;
    for (int i = 0; i < STEPS && step > 1e-4; i++) {
      double length = shortestOneTree();
      if (length > best) {
        best = length;
        sinceBest = 0;
      } else if (++sinceBest == STEPS_BETWEEN_HALVINGS) {
        step /= 2;
        sinceBest = 0;
      }
      long squares = 0;
      for (int degree : degrees) {
        squares += (long) (degree - 2) * (degree - 2);
      }
      if (squares == 0) {
        return length; // It is a round trip, so the shortest one.
      }
      double move = step * Math.max(above - length, 1e-6 * above) / squares;
      for (int host = 0; host < size; host++) {
        prices[host] += move * (degrees[host] - 2);
      }
    }
    return best;
  }

  /** The length of the shortest 1-tree at these prices, without them; and its degrees. */
  private double shortestOneTree() {
    double sumOfPrices = 0;
    for (int i = 0; i < size; i++) {
      sumOfPrices += prices[i];
      for (int j = 0; j < size; j++) {
        priced[i * size + j] = costs[i * size + j] + prices[i] + prices[j];
      }
    }
    int last = size - 1;
    SpanningTree tree = SpanningTree.of(priced, size, last);
    Arrays.fill(degrees, 0);
    for (int host = 1; host < last; host++) {
      degrees[host]++;
      degrees[tree.parents()[host]]++;
    }
    int first = nearest(last, -1);
    int second = nearest(last, first);
    degrees[last] = 2;
    degrees[first]++;
    degrees[second]++;
    return tree.length()
        + priced[last * size + first]
        + priced[last * size + second]
        - 2 * sumOfPrices;
  }

  private int nearest(int host, int except) {
    int nearest = -1;
    for (int other = 0; other < size; other++) {
      if (other != host
          && other != except
          && (nearest < 0 || priced[host * size + other] < priced[host * size + nearest])) {
        nearest = other;
      }
    }
    return nearest;
  }

  /** A round trip to the nearest host that is left: an upper bound. */
  private double nearestNeighbours() {
    boolean[] visited = new boolean[size];
    visited[0] = true;
    double length = 0;
    int at = 0;
    for (int i = 1; i < size; i++) {
      int next = -1;
      for (int host = 0; host < size; host++) {
        if (!visited[host] && (next < 0 || costs[at * size + host] < costs[at * size + next])) {
          next = host;
        }
      }
      visited[next] = true;
      length += costs[at * size + next];
      at = next;
    }
    return length + costs[at * size];
  }
}
