package io.starling.topology.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A division of the hosts into clusters such as racks: hosts of a cluster are nearer to each other
 * than to the others.
 *
 * @param clusterOf the cluster of each host; clusters are numbered by their first hosts
 * @param count the number of clusters
 * @param inside the largest mean round-trip time at which two parts of a cluster were joined, in
 *     microseconds
 * @param between the smallest one at which two clusters would be joined
 */
public record Clusters(int[] clusterOf, int count, double inside, double between) {

  /** How much farther clusters must be from each other than their parts. */
  public static final double LEAST_RATIO = 1.3;

  /**
   * The levels of clusters in a matrix, the smallest clusters first; none if all hosts are about as
   * near to each other. The hosts are joined step by step, always the two nearest clusters, by the
   * mean of their round-trip times (average linkage). A level ends where the next step is farther
   * than the last one by {@link #LEAST_RATIO}, and by more than the two directions of a pair
   * usually differ, if there are two hosts in a cluster on average.
   */
  public static List<Clusters> of(LatencyMatrix matrix) {
    return inPairs(all(matrix));
  }

  /**
   * The same by the time of a message between two hosts, which also tells hosts apart that equal
   * latencies hide. {@link #inside} and {@link #between} are such times.
   */
  public static List<Clusters> of(LinkCosts links, double bytes) {
    return inPairs(all(links.size(), LEAST_RATIO, links.all(bytes)));
  }

  private static List<Clusters> inPairs(List<Clusters> levels) {
    return levels.stream().filter(level -> 2 * level.count <= level.clusterOf.length).toList();
  }

  /** The same for a sample, in which most clusters may have a single host. */
  public static List<Clusters> all(LatencyMatrix matrix) {
    int size = matrix.size();
    double[] distances = new double[size * size];
    Arrays.setAll(distances, pair -> matrix.roundTrip(pair / size, pair % size));
    return all(size, Math.max(LEAST_RATIO, matrix.noise()), distances);
  }

  private static List<Clusters> all(int size, double leastRatio, double... distances) {
    List<Join> joins = new Linkage(size, distances).joins();
    List<Clusters> levels = new ArrayList<>();
    for (int step = 1; step < joins.size(); step++) {
      double inside = joins.get(step - 1).height();
      double between = joins.get(step).height();
      if (between >= leastRatio * inside) {
        levels.add(after(joins.subList(0, step), size, inside, between));
      }
    }
    return levels;
  }

  private static Clusters after(List<Join> joins, int size, double inside, double between) {
    int[] first = new int[size];
    Arrays.setAll(first, host -> host);
    for (Join join : joins) {
      int kept = Math.min(first[join.one()], first[join.other()]);
      int gone = Math.max(first[join.one()], first[join.other()]);
      for (int host = 0; host < size; host++) {
        if (first[host] == gone) {
          first[host] = kept;
        }
      }
    }
    int[] firsts = Arrays.stream(first).distinct().sorted().toArray();
    int[] clusterOf = Arrays.stream(first).map(host -> Arrays.binarySearch(firsts, host)).toArray();
    return new Clusters(clusterOf, firsts.length, inside, between);
  }

  /** The hosts of a cluster. */
  public int[] hostsOf(int cluster) {
    return IntStream.range(0, clusterOf.length)
        .filter(host -> clusterOf[host] == cluster)
        .toArray();
  }

  /** Why these clusters were chosen: a line for people. */
  public String explain() {
    return String.format(
        Locale.ROOT,
        "%d hosts in %d clusters: parts of a cluster are at most %.1f us from each other, clusters"
            + " at least %.1f us (%.1f times)",
        clusterOf.length,
        count,
        inside,
        between,
        between / inside);
  }

  /** A step in which the clusters of two hosts become one, at a mean round-trip time. */
  private record Join(int one, int other, double height) {}

  /** Joins the nearest clusters until one is left. */
  private static final class Linkage {

    private final int size;
    private final double[] distance;
    private final int[] members;
    private final int[] nearest;

    Linkage(int size, double... distance) {
      this.size = size;
      this.distance = distance;
      members = new int[size];
      nearest = new int[size];
      Arrays.fill(members, 1);
      for (int i = 0; i < size; i++) {
        find(i);
      }
    }

    private void find(int cluster) {
      nearest[cluster] = -1;
      for (int other = 0; other < size; other++) {
        if (other != cluster
            && members[other] > 0
            && (nearest[cluster] < 0
                || distance[cluster * size + other]
                    < distance[cluster * size + nearest[cluster]])) {
          nearest[cluster] = other;
        }
      }
    }

    List<Join> joins() {
      List<Join> joins = new ArrayList<>();
      for (int step = 1; step < size; step++) {
        int one = -1;
        for (int cluster = 0; cluster < size; cluster++) {
          if (members[cluster] > 0 && (one < 0 || height(cluster) < height(one))) {
            one = cluster;
          }
        }
        joins.add(new Join(one, nearest[one], height(one)));
        join(one, nearest[one]);
      }
      return joins;
    }

    private double height(int cluster) {
      return distance[cluster * size + nearest[cluster]];
    }

    private void join(int one, int other) {
      double sum = members[one] + members[other];
      for (int third = 0; third < size; third++) {
        if (members[third] > 0 && third != one && third != other) {
          double mean =
              (members[one] * distance[one * size + third]
                      + members[other] * distance[other * size + third])
                  / sum;
          distance[one * size + third] = mean;
          distance[third * size + one] = mean;
        }
      }
      members[one] += members[other];
      members[other] = 0;
      for (int cluster = 0; cluster < size; cluster++) {
        boolean wasNear = nearest[cluster] == one || nearest[cluster] == other;
        if (members[cluster] > 0 && (cluster == one || wasNear)) {
          find(cluster);
        } else if (members[cluster] > 0
            && distance[cluster * size + one] < distance[cluster * size + nearest[cluster]]) {
          nearest[cluster] = one;
        }
      }
    }
  }
}
