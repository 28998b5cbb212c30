package io.starling.topology.layout;

import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which nodes are near each other: their racks, and zones of racks. A list is empty where nothing
 * is known.
 *
 * @param zones the zone of each node, any numbers
 * @param racks the rack of each node; a rack is in one zone
 */
public record NodeGroups(int[] zones, int[] racks) {

  /** Nothing is known. */
  public static final NodeGroups NONE = new NodeGroups(new int[0], new int[0]);

  /**
   * Checks that racks are in zones.
   *
   * @throws IllegalArgumentException if the lists have different lengths, or nodes of a rack are in
   *     two zones
   */
  public NodeGroups {
    if (zones.length > 0 && racks.length > 0) {
      if (zones.length != racks.length) {
        throw new IllegalArgumentException(
            "zones of %d nodes and racks of %d".formatted(zones.length, racks.length));
      }
      Map<Integer, Integer> zoneOf = new HashMap<>();
      for (int node = 0; node < racks.length; node++) {
        Integer zone = zoneOf.putIfAbsent(racks[node], zones[node]);
        if (zone != null && zone != zones[node]) {
          throw new IllegalArgumentException("rack %d is in two zones".formatted(racks[node]));
        }
      }
    }
  }

  /** Messages of this size tell groups apart: both latency and bandwidth count. */
  private static final double MESSAGE_BYTES = 64 << 10;

  /**
   * The groups of the hosts of a matrix, by the times of messages of 64 KiB between them.
   *
   * @param matrix its hosts are the nodes
   */
  public static NodeGroups of(LatencyMatrix matrix) {
    return of(Clusters.of(LinkCosts.of(matrix), MESSAGE_BYTES));
  }

  /**
   * The groups that were found in the latencies between nodes. Of more than two levels, those count
   * whose clusters are farthest from each other compared with their own hosts.
   *
   * @param levels the smallest clusters first
   */
  public static NodeGroups of(List<Clusters> levels) {
    List<Clusters> clearest =
        levels.stream()
            .sorted((one, other) -> Double.compare(ratio(other), ratio(one)))
            .limit(2)
            .toList();
    List<Clusters> kept = levels.stream().filter(clearest::contains).toList();
    return switch (kept.size()) {
      case 0 -> NONE;
      case 1 -> new NodeGroups(new int[0], kept.getFirst().clusterOf());
      default -> new NodeGroups(kept.getLast().clusterOf(), kept.getFirst().clusterOf());
    };
  }

  private static double ratio(Clusters level) {
    return level.between() / level.inside();
  }

  /** How many zones there are; 0 if they are not known. */
  public int zoneCount() {
    return (int) IntStream.of(zones).distinct().count();
  }

  /** How many racks there are; 0 if they are not known. */
  public int rackCount() {
    return (int) IntStream.of(racks).distinct().count();
  }

  /** Whether nothing is known. */
  public boolean isEmpty() {
    return zones.length == 0 && racks.length == 0;
  }

  /** The groups of some of the nodes, in another order. */
  NodeGroups select(int... nodes) {
    return new NodeGroups(picked(zones, nodes), picked(racks, nodes));
  }

  private static int[] picked(int[] groups, int... nodes) {
    return groups.length == 0 ? groups : IntStream.of(nodes).map(node -> groups[node]).toArray();
  }

  /** Checks that each node has groups, if any has. */
  void requireNodes(int count) {
    for (int[] groups : List.of(zones, racks)) {
      if (groups.length > 0 && groups.length != count) {
        throw new IllegalArgumentException(
            "%d nodes, but groups of %d".formatted(count, groups.length));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeGroups groups
        && Arrays.equals(zones, groups.zones)
        && Arrays.equals(racks, groups.racks);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(zones) + Arrays.hashCode(racks);
  }

  @Override
  public String toString() {
    return "zones " + Arrays.toString(zones) + ", racks " + Arrays.toString(racks);
  }
}
