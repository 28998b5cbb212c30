package io.starling.topology.locality;

import io.starling.topology.locality.RoundsPattern.Round;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A cost that rounds of messages can't be below, whatever the order of the hosts. Some of the
 * rounds together connect the ranks to a graph. If all its messages run over links that are not
 * slower than some time, then these links
 *
 * <ul>
 *   <li>give enough hosts as many peers as the ranks have,
 *   <li>form clusters, one of which holds the largest group of connected ranks,
 *   <li>fill these clusters with groups of the usual size, but for as many hosts as have ranks in
 *       other groups.
 * </ul>
 *
 * The least such time is one for the slowest of these rounds. The bound is the cheapest order in
 * which rounds may follow each other from the fastest to the slowest.
 */
final class RoundsBound {

  /** With more rounds, or where long messages prefer other links, each round counts by itself. */
  private static final int MOST_ROUNDS = 12;

  private final LinkCosts links;
  private final int size;
  private final List<Round> rounds;

  private RoundsBound(LinkCosts links, List<Round> rounds) {
    this.links = links;
    size = links.size();
    this.rounds = rounds;
  }

  /** The bound in microseconds. */
  static double of(LinkCosts links, List<Round> rounds) {
    RoundsBound bound = new RoundsBound(links, rounds);
    return links.matrix().hasBandwidths() || rounds.size() > MOST_ROUNDS
        ? bound.eachRound()
        : bound.allRounds();
  }

  private double eachRound() {
    double sum = 0;
    for (int round = 0; round < rounds.size(); round++) {
      Times times = new Times(links.all(rounds.get(round).bytes()), size);
      sum += times.least(Shape.of(size, rounds, 1 << round));
    }
    return sum;
  }

  /** For each set of rounds, the least cost if they are the fastest ones: one of them is last. */
  private double allRounds() {
    Times roundTrips = new Times(links.all(0), size);
    Map<Shape, Double> least = new HashMap<>();
    double[] costs = new double[1 << rounds.size()];
    for (int set = 1; set < costs.length; set++) {
      double half = least.computeIfAbsent(Shape.of(size, rounds, set), roundTrips::least);
      costs[set] = Double.POSITIVE_INFINITY;
      for (int last = 0; last < rounds.size(); last++) {
        if ((set & 1 << last) != 0) {
          double perByte = 2 * half / links.windowBytes();
          double time = half + rounds.get(last).bytes() * perByte;
          costs[set] = Math.min(costs[set], costs[set & ~(1 << last)] + time);
        }
      }
    }
    return costs[costs.length - 1];
  }

  /**
   * The ranks as some rounds connect them.
   *
   * @param usual the size of the groups that most ranks are in
   * @param others the ranks in groups of which none is a multiple of that size
   * @param largest the size of the largest group
   * @param ranksWith how many ranks have at least one peer, two peers, and so on
   */
  private record Shape(int usual, int others, int largest, List<Integer> ranksWith) {

    static Shape of(int size, List<Round> rounds, int set) {
      Groups groups = new Groups(size);
      int[] peers = new int[size];
      for (int round = 0; round < rounds.size(); round++) {
        if ((set & 1 << round) != 0) {
          Round its = rounds.get(round);
          for (int message = 0; message < its.from().length; message++) {
            peers[its.from()[message]]++;
            peers[its.to()[message]]++;
            groups.join(its.from()[message], its.to()[message]);
          }
        }
      }
      int[] sizes = groups.sizes();
      List<Integer> ranksWith =
          IntStream.rangeClosed(1, Arrays.stream(peers).max().orElse(0))
              .mapToObj(least -> (int) Arrays.stream(peers).filter(own -> own >= least).count())
              .toList();
      int usual = usual(sizes);
      int others = Arrays.stream(sizes).filter(each -> each % usual != 0).sum();
      return new Shape(usual, others, Arrays.stream(sizes).max().orElse(1), ranksWith);
    }

    private static int usual(int... sizes) {
      Map<Integer, Integer> ranks = new TreeMap<>();
      for (int each : sizes) {
        ranks.merge(each, each, Integer::sum);
      }
      return ranks.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    }
  }

  /** The times of messages between all hosts. */
  private static final class Times {

    private final int size;
    private final double[] costs;
    private final SpanningTree tree;
    private final int[] edges;

    /** The times to the nearest host, the second nearest, and so on, each sorted. */
    private final double[][] nearest;

    Times(double[] costs, int size) {
      this.size = size;
      this.costs = costs;
      tree = SpanningTree.of(costs, size);
      edges =
          IntStream.range(1, size)
              .boxed()
              .sorted((one, other) -> Double.compare(edge(one), edge(other)))
              .mapToInt(Integer::intValue)
              .toArray();
      nearest = new double[size][size];
      for (int host = 0; host < size; host++) {
        double[] row = Arrays.copyOfRange(costs, host * size, (host + 1) * size);
        Arrays.sort(row);
        for (int place = 0; place < size; place++) {
          nearest[place][host] = row[place];
        }
      }
      for (double[] each : nearest) {
        Arrays.sort(each);
      }
    }

    private double edge(int host) {
      return costs[host * size + tree.parents()[host]];
    }

    /** The least time below which links can connect the hosts as the ranks are. */
    double least(Shape shape) {
      double least = leastOfClusters(shape);
      for (int peers = 1; peers <= shape.ranksWith.size(); peers++) {
        least = Math.max(least, nearest[peers][shape.ranksWith.get(peers - 1) - 1]);
      }
      return least;
    }

    private double leastOfClusters(Shape shape) {
      Groups clusters = new Groups(size);
      int left = shape.usual == 1 ? 0 : size;
      int largest = 1;
      for (int next = 0; ; next++) {
        if (left <= shape.others && largest >= shape.largest) {
          return next == 0 ? 0 : edge(edges[next - 1]);
        }
        int host = edges[next];
        int parent = tree.parents()[host];
        left -= clusters.sizeOf(host) % shape.usual + clusters.sizeOf(parent) % shape.usual;
        clusters.join(host, parent);
        left += clusters.sizeOf(host) % shape.usual;
        largest = Math.max(largest, clusters.sizeOf(host));
      }
    }
  }
}
