package io.starling.topology.locality;

import java.util.Arrays;

/**
 * A minimum spanning tree of all hosts, by Prim's algorithm.
 *
 * @param parents the neighbour of each host on the way to host 0, which has itself
 * @param length the sum of its edges
 * @param longestEdge its longest edge; each connected graph has one as long
 * @param shortestEdge its shortest edge, which is the shortest of all
 */
record SpanningTree(int[] parents, double length, double longestEdge, double shortestEdge) {

  /** The tree of a symmetric matrix of costs, row by row. */
  static SpanningTree of(double[] costs, int size) {
    return of(costs, size, size);
  }

  /** The tree of the first {@code members} of {@code size} hosts. */
  static SpanningTree of(double[] costs, int size, int members) {
    int[] parents = new int[members];
    double[] distance = new double[members];
    boolean[] reached = new boolean[members];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    double length = 0;
    double longest = 0;
    double shortest = members < 2 ? 0 : Double.POSITIVE_INFINITY;
    int newest = 0;
    reached[0] = true;
    for (int edges = 1; edges < members; edges++) {
      int nearest = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int host = 0; host < members; host++) {
        if (!reached[host]) {
          double edge = costs[newest * size + host];
          if (edge < distance[host]) {
            distance[host] = edge;
            parents[host] = newest;
          }
          if (distance[host] < least) {
            least = distance[host];
            nearest = host;
          }
        }
      }
      newest = nearest;
      reached[newest] = true;
      length += least;
      longest = Math.max(longest, least);
      shortest = Math.min(shortest, least);
    }
    return new SpanningTree(parents, length, longest, shortest);
  }
}
