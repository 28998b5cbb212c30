package io.starling.collectives.reorder;

import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeTable;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far ranks are from each other, as far as a rank knows from its layout. Only ratios matter: a
 * link of the next larger level is assumed to be {@link #RATIO} times as slow. Of the ranks of
 * another node, a rank does not know where in the node they are.
 */
public final class RankDistances {

  private static final double RATIO = 4;

  private RankDistances() {}

  /** Whether the layout tells any two ranks apart. */
  public static boolean areKnown(Layout layout) {
    return layout.table().nodes() > 1 || !layout.own().levels().isEmpty();
  }

  /** The costs between the ranks {@code 0} to {@code count - 1} of a layout. */
  public static LinkCosts of(Layout layout, int count) {
    double[][] times =
        layout.table().nodes() > 1
            ? betweenNodes(layout.table(), count)
            : insideNode(layout, count);
    List<String> names = IntStream.range(0, count).mapToObj(rank -> "rank " + rank).toList();
    return LinkCosts.of(LatencyMatrix.of(names, times));
  }

  private static double[][] betweenNodes(NodeTable table, int count) {
    int[] nodes = IntStream.range(0, count).map(table::nodeOf).toArray();
    double[][] times = new double[count][count];
    for (int rank = 0; rank < count; rank++) {
      for (int other = 0; other < count; other++) {
        times[rank][other] = nodes[rank] == nodes[other] ? 1 : RATIO;
      }
    }
    return times;
  }

  private static double[][] insideNode(Layout layout, int count) {
    double[][] times = new double[count][count];
    for (int rank = 0; rank < count; rank++) {
      Hierarchy hierarchy = layout.hierarchy(rank);
      for (int other = 0; other < count; other++) {
        if (other != rank) {
          int distance = Level.CORE.ordinal() - hierarchy.levelTo(other).ordinal();
          times[rank][other] = Math.pow(RATIO, distance);
        }
      }
    }
    return times;
  }
}
