package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.VirtualRoundTrips;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.topology.layout.NodeGroups;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An allreduce by topology trees on hosts in a random order, with racks as levels of the tree and
 * without.
 */
final class RackLevels {

  private static final String ALGORITHM = "tree,tree=topology";
  private static final List<Long> SIZES = List.of(1L << 10, 64L << 10, 1L << 20, 16L << 20);

  private final Laboratory laboratory;
  private final SimulatedNetwork network;
  private final MemorySegment memory;
  private final NodeGroups groups;

  /**
   * A comparison.
   *
   * @param memory at least 16 MiB
   */
  RackLevels(Laboratory laboratory, SimulatedNetwork network, MemorySegment memory) {
    this.laboratory = laboratory;
    this.network = network;
    this.memory = memory;
    groups = NodeGroups.of(VirtualRoundTrips.of(network));
  }

  void run(List<Panel> panels, List<String> findings) {
    List<Laboratory.Task<Double>> tasks = new ArrayList<>();
    for (NodeGroups known : List.of(NodeGroups.NONE, groups)) {
      for (long bytes : SIZES) {
        tasks.add(task(known, bytes));
      }
    }
    List<Double> seconds = laboratory.all(tasks);
    int sizes = SIZES.size();
    List<Double> without = seconds.subList(0, sizes);
    List<Double> with = seconds.subList(sizes, 2 * sizes);
    panels.add(
        new Panel(
            "%s, %d hosts in a random order".formatted(ALGORITHM, network.ranks()),
            Axis.SIZE,
            Axis.TIME,
            List.of(series("nodes only", without), series("racks as levels", with))));
    findings.add(
        String.format(
            Locale.ROOT,
            "racks as levels: %d zones and %d racks of %d hosts were found by their round-trip"
                + " times; a topology tree that has them is %.2f times as fast with 1 KiB and %.2f"
                + " times with 16 MiB as one that has not.",
            groups.zoneCount(),
            groups.rackCount(),
            network.ranks(),
            without.getFirst() / with.getFirst(),
            without.getLast() / with.getLast()));
  }

  private Laboratory.Task<Double> task(NodeGroups known, long bytes) {
    return new Laboratory.Task<>(
        ALGORITHM + (known.isEmpty() ? "" : " with racks"),
        () -> new OrderTrial(network, known, ALGORITHM, memory.asSlice(0, bytes)).seconds());
  }

  private static Series series(String name, List<Double> seconds) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i++) {
      points.add(Point.of((double) SIZES.get(i), seconds.get(i)));
    }
    return new Series(name, points);
  }
}
