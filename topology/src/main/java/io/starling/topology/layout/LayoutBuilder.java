package io.starling.topology.layout;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Makes the data that a launcher publishes from the placement of the ranks: the table of the nodes
 * and a report of each. May be shared by threads.
 */
public final class LayoutBuilder {

  private static final List<Level> INSIDE_A_NODE =
      List.of(Level.PACKAGE, Level.NUMA, Level.L3, Level.CORE);

  private record Spot(Machine machine, CpuSet cpus) {}

  private final Placement placement;
  private final NodeTable table;
  private final List<List<RankLocation>> locationsByNode;
  private final Map<Machine, List<Level>> levels = new ConcurrentHashMap<>();
  private final Map<Spot, int[]> places = new ConcurrentHashMap<>();

  /** A builder for the locations of all ranks. */
  public LayoutBuilder(Placement placement) {
    this(placement, NodeGroups.NONE);
  }

  /**
   * The same where racks and zones are known.
   *
   * @param groups those of the nodes of the cluster
   */
  public LayoutBuilder(Placement placement, NodeGroups groups) {
    this.placement = placement;
    Map<Integer, List<RankLocation>> byNode = new TreeMap<>();
    for (RankLocation location : placement.locations()) {
      byNode.computeIfAbsent(location.node(), _ -> new ArrayList<>()).add(location);
    }
    int[] nodes = byNode.keySet().stream().mapToInt(Integer::intValue).toArray();
    table =
        NodeTable.of(
            byNode.values().stream().map(LayoutBuilder::ranks).toList(), groups.select(nodes));
    locationsByNode =
        byNode.values().stream()
            .sorted((one, other) -> Integer.compare(one.get(0).rank(), other.get(0).rank()))
            .toList();
  }

  private static RankSet ranks(List<RankLocation> locations) {
    return RankSet.of(locations.stream().mapToInt(RankLocation::rank).toArray());
  }

  /** The ranks of each node. */
  public NodeTable table() {
    return table;
  }

  /** The index in the cluster of the node at a position in the table. */
  int clusterIndex(int node) {
    return locationsByNode.get(node).getFirst().node();
  }

  /**
   * The report of a node.
   *
   * @param node its position in the table
   * @param identity equal for two processes that may share memory
   * @param host its name
   */
  public NodeReport report(int node, String identity, String host) {
    List<RankLocation> locations = locationsByNode.get(node);
    Machine machine = machineOf(locations.getFirst());
    return new NodeReport(
        identity,
        host,
        levelsOf(machine),
        table.ranksOf(node),
        locations.stream().map(RankLocation::cpus).toList(),
        locations.stream().map(location -> placeOf(machine, location.cpus())).toArray(int[][]::new),
        Stream.concat(machine.networkDevices().stream(), machine.gpus().stream()).toList());
  }

  /** The layout that a rank derives from the table and the report of its node. */
  public Layout layoutOf(int rank) {
    return new Layout(table, report(table.nodeOf(rank), "", ""));
  }

  private Machine machineOf(RankLocation location) {
    return placement.cluster().nodes().get(location.node());
  }

  /** The levels of a machine that divide an object of the level above. */
  private List<Level> levelsOf(Machine machine) {
    return levels.computeIfAbsent(machine, LayoutBuilder::findLevels);
  }

  private static List<Level> findLevels(Machine machine) {
    List<Level> found = new ArrayList<>();
    List<CpuSet> outer = List.of(machine.cpus());
    for (Level level : INSIDE_A_NODE) {
      List<CpuSet> inner =
          machine.objects(HardwareType.of(level)).stream()
              .map(HardwareObject::cpus)
              .filter(cpus -> !cpus.isEmpty())
              .distinct()
              .toList();
      if (outer.stream().anyMatch(whole -> divides(inner, whole))) {
        found.add(level);
        outer = inner;
      }
    }
    return found;
  }

  private static boolean divides(List<CpuSet> parts, CpuSet whole) {
    return parts.stream().filter(part -> whole.containsAll(part)).count() > 1;
  }

  private int[] placeOf(Machine machine, CpuSet cpus) {
    return places.computeIfAbsent(
        new Spot(machine, cpus),
        place ->
            levelsOf(machine).stream()
                .mapToInt(level -> indexOf(place.cpus, machine, level))
                .toArray());
  }

  private static int indexOf(CpuSet cpus, Machine machine, Level level) {
    return cpus.isEmpty()
        ? NodeReport.NOWHERE
        : machine.objects(HardwareType.of(level)).stream()
            .filter(object -> object.cpus().containsAll(cpus))
            .mapToInt(HardwareObject::logicalIndex)
            .findFirst()
            .orElse(NodeReport.NOWHERE);
  }
}
