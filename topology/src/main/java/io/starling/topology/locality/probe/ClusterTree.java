package io.starling.topology.locality.probe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Clusters inside clusters, which take hosts one by one. A host belongs to a cluster if one of its
 * members is within the limit of the level.
 */
final class ClusterTree {

  /** In place of a host. */
  static final int NONE = -1;

  /** A cluster; those of the smallest level have no parts. */
  private static final class Cluster {
    private final List<Cluster> parts = new ArrayList<>();
    private final List<Integer> hosts = new ArrayList<>();
  }

  /**
   * The mean of what was measured between some hosts.
   *
   * @param count how many pairs
   */
  record Mean(double roundTrip, int count) {

    boolean isEmpty() {
      return count == 0;
    }
  }

  private final double[] limits;
  private final ProbedMatrix matrix;
  private final Random random;
  private final Cluster root = new Cluster();
  private final Set<Pair> filled = new HashSet<>();

  /**
   * A tree without hosts.
   *
   * @param limits for each level, the largest first, how far members may be from each other
   */
  ClusterTree(double[] limits, ProbedMatrix matrix, Random random) {
    this.limits = limits.clone();
    this.matrix = matrix;
    this.random = random;
  }

  /** Adds a host if what was measured tells its place; returns whether it does. */
  boolean place(int host) {
    Cluster cluster = root;
    List<Cluster> path = new ArrayList<>(List.of(root));
    for (double limit : limits) {
      Cluster own = near(host, cluster, limit);
      if (own == null && cluster.parts.stream().anyMatch(part -> !isCompared(host, part))) {
        return false;
      }
      if (own == null) {
        own = new Cluster();
        cluster.parts.add(own);
      }
      path.add(own);
      cluster = own;
    }
    path.forEach(each -> each.hosts.add(host));
    return true;
  }

  private Cluster near(int host, Cluster cluster, double limit) {
    for (Cluster part : cluster.parts) {
      for (int member : part.hosts) {
        if (matrix.knows(host, member) && matrix.roundTrip(host, member) <= limit) {
          return part;
        }
      }
    }
    return null;
  }

  private boolean isCompared(int host, Cluster cluster) {
    return cluster.hosts.stream().anyMatch(member -> matrix.knows(host, member));
  }

  /** A member with which to compare a host next, or {@link #NONE} if all such are busy. */
  int nextMember(int host, boolean... isBusy) {
    Cluster cluster = root;
    for (double limit : limits) {
      Cluster own = near(host, cluster, limit);
      if (own == null) {
        return member(host, cluster.parts, isBusy);
      }
      cluster = own;
    }
    return NONE;
  }

  /** Of clusters with which the host was not compared, the largest first: it is likely there. */
  private int member(int host, List<Cluster> parts, boolean... isBusy) {
    List<Cluster> open =
        parts.stream()
            .filter(part -> !isCompared(host, part))
            .sorted((one, other) -> Integer.compare(other.hosts.size(), one.hosts.size()))
            .toList();
    for (Cluster part : open) {
      int first = random.nextInt(part.hosts.size());
      for (int i = 0; i < part.hosts.size(); i++) {
        int member = part.hosts.get((first + i) % part.hosts.size());
        if (!isBusy[member]) {
          return member;
        }
      }
    }
    return NONE;
  }

  /** The hosts of each of the smallest clusters. */
  List<List<Integer>> smallest() {
    List<List<Integer>> found = new ArrayList<>();
    collect(root, 0, found);
    return found;
  }

  private void collect(Cluster cluster, int level, List<List<Integer>> found) {
    if (level == limits.length) {
      found.add(List.copyOf(cluster.hosts));
    }
    cluster.parts.forEach(part -> collect(part, level + 1, found));
  }

  /** Whether any pair between two clusters was measured. */
  boolean knows(List<Integer> one, List<Integer> other) {
    return one.stream().anyMatch(host -> other.stream().anyMatch(peer -> matrix.knows(host, peer)));
  }

  /** The mean between two clusters, or of everything if both are empty. */
  Mean mean(List<Integer> one, List<Integer> other) {
    List<Integer> from = one.isEmpty() ? root.hosts : one;
    List<Integer> to = other.isEmpty() ? root.hosts : other;
    double roundTrips = 0;
    int count = 0;
    for (int host : from) {
      for (int peer : to) {
        if (host != peer && matrix.knows(host, peer) && !isFilled(host, peer)) {
          roundTrips += matrix.roundTrip(host, peer);
          count++;
        }
      }
    }
    return new Mean(roundTrips / Math.max(1, count), count);
  }

  /** Notes that a pair was not measured. */
  void filled(int one, int other) {
    filled.add(new Pair(Math.min(one, other), Math.max(one, other)));
  }

  boolean isFilled(int one, int other) {
    return filled.contains(new Pair(Math.min(one, other), Math.max(one, other)));
  }
}
