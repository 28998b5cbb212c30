package io.starling.topology.layout;

import io.starling.topology.CpuSet;
import io.starling.topology.HardwareObject;
import io.starling.topology.Level;
import io.starling.topology.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds out, from where the launcher puts the ranks, what it publishes: the table of the nodes and
 * a report of each. Free to share between threads.
 */
public final class Survey {

  private static final List<Level> INSIDE_A_NODE =
      List.of(Level.PACKAGE, Level.NUMA, Level.L3, Level.CORE);

  private record Spot(Machine machine, CpuSet cpus) {}

  private final Placement placement;
  private final NodeTable table;
  private final List<List<Seat>> seatsByNode;
  private final Map<Machine, List<Level>> levels = new ConcurrentHashMap<>();
  private final Map<Spot, int[]> places = new ConcurrentHashMap<>();

  /** Of these seats. */
  public Survey(Placement placement) {
    this.placement = placement;
    Map<Integer, List<Seat>> byNode = new TreeMap<>();
    for (Seat seat : placement.seats()) {
      byNode.computeIfAbsent(seat.node(), _ -> new ArrayList<>()).add(seat);
    }
    table = NodeTable.of(byNode.values().stream().map(Survey::ranks).toList());
    seatsByNode =
        byNode.values().stream()
            .sorted((one, other) -> Integer.compare(one.get(0).rank(), other.get(0).rank()))
            .toList();
  }

  private static RankSet ranks(List<Seat> seats) {
    return RankSet.of(seats.stream().mapToInt(Seat::rank).toArray());
  }

  /** Which ranks are on which node. */
  public NodeTable table() {
    return table;
  }

  /** The index in the cluster of the node at a position in the table. */
  int clusterIndex(int node) {
    return seatsByNode.get(node).getFirst().node();
  }

  /**
   * The report of a node.
   *
   * @param node its position in the table
   * @param identity what two processes must have in common to share memory
   * @param host its name
   */
  public NodeReport report(int node, String identity, String host) {
    List<Seat> seats = seatsByNode.get(node);
    Machine machine = machineOf(seats.getFirst());
    return new NodeReport(
        identity,
        host,
        levelsOf(machine),
        table.ranksOf(node),
        seats.stream().map(Seat::cpus).toList(),
        seats.stream().map(seat -> placeOf(machine, seat.cpus())).toArray(int[][]::new),
        Stream.concat(machine.networkDevices().stream(), machine.gpus().stream()).toList());
  }

  /** What a rank knows when it has the table and the report of its node. */
  public Layout layoutOf(int rank) {
    return new Layout(table, report(table.nodeOf(rank), "", ""));
  }

  private Machine machineOf(Seat seat) {
    return placement.cluster().nodes().get(seat.node());
  }

  /** The levels of a machine that divide one of the level above. */
  private List<Level> levelsOf(Machine machine) {
    return levels.computeIfAbsent(machine, Survey::findLevels);
  }

  private static List<Level> findLevels(Machine machine) {
    List<Level> found = new ArrayList<>();
    List<CpuSet> outer = List.of(machine.cpus());
    for (Level level : INSIDE_A_NODE) {
      List<CpuSet> inner =
          machine.objects(level.hardware()).stream()
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
        spot ->
            levelsOf(machine).stream()
                .mapToInt(level -> indexOf(spot.cpus, machine, level))
                .toArray());
  }

  private static int indexOf(CpuSet cpus, Machine machine, Level level) {
    return cpus.isEmpty()
        ? NodeReport.NOWHERE
        : machine.objects(level.hardware()).stream()
            .filter(object -> object.cpus().containsAll(cpus))
            .mapToInt(HardwareObject::logicalIndex)
            .findFirst()
            .orElse(NodeReport.NOWHERE);
  }
}
