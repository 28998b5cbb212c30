package io.starling.topology.locality;

import java.util.Arrays;

/** Costs that rounds of exchanges can't be below, whatever the order of the hosts. */
final class RoundsBound {

  private RoundsBound() {}

  /**
   * For rounds in which all hosts exchange in groups of {@code base}. Hosts whose links are faster
   * than some time form clusters. All rounds that are faster together connect hosts to groups of
   * {@code base} to the power of their number, and no group leaves its cluster; so the size of each
   * cluster is a multiple of that. The time from which on it is one is the least for the round. It
   * is cheapest if the rounds with the longest messages are the fastest.
   */
  static double ofGroups(LinkCosts links, int base, double... bytes) {
    double[] descending =
        Arrays.stream(bytes).map(each -> -each).sorted().map(each -> -each).toArray();
    double sum = 0;
    long group = 1;
    for (double each : descending) {
      group *= base;
      double[] costs = links.all(each);
      sum += leastTime(costs, links.size(), group);
    }
    return sum;
  }

  /** The least time below which links make clusters whose sizes are multiples of a group's. */
  private static double leastTime(double[] costs, int size, long group) {
    SpanningTree tree = SpanningTree.of(costs, size);
    Integer[] edges = new Integer[size - 1];
    Arrays.setAll(edges, i -> i + 1);
    Arrays.sort(
        edges,
        (one, other) ->
            Double.compare(edge(tree, costs, size, one), edge(tree, costs, size, other)));
    int[] cluster = new int[size];
    int[] members = new int[size];
    Arrays.setAll(cluster, host -> host);
    Arrays.fill(members, 1);
    int unfit = group == 1 ? 0 : size;
    for (int host : edges) {
      int one = root(cluster, host);
      int other = root(cluster, tree.parents()[host]);
      unfit -= (members[one] % group == 0 ? 0 : 1) + (members[other] % group == 0 ? 0 : 1);
      cluster[one] = other;
      members[other] += members[one];
      unfit += members[other] % group == 0 ? 0 : 1;
      if (unfit == 0) {
        return edge(tree, costs, size, host);
      }
    }
    return 0;
  }

  private static double edge(SpanningTree tree, double[] costs, int size, int host) {
    return costs[host * size + tree.parents()[host]];
  }

  private static int root(int[] cluster, int host) {
    int at = host;
    while (cluster[at] != at) {
      cluster[at] = cluster[cluster[at]];
      at = cluster[at];
    }
    return at;
  }

  /**
   * For any rounds: each takes as long as the fastest link of each of its participants, where the
   * hosts with the slowest links may have no part in it.
   */
  static double ofParticipants(LinkCosts links, int[] participants, double... bytes) {
    double sum = 0;
    for (int round = 0; round < bytes.length; round++) {
      double[] fastest = fastest(links.all(bytes[round]), links.size());
      sum += fastest[participants[round] - 1];
    }
    return sum;
  }

  private static double[] fastest(double[] costs, int size) {
    double[] fastest = new double[size];
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (i != j) {
          fastest[i] = Math.min(fastest[i], costs[i * size + j]);
        }
      }
    }
    Arrays.sort(fastest);
    return fastest;
  }
}
