package io.starling.bench.laboratory.study;

import io.starling.bench.report.MarkupWriter;
import io.starling.collectives.selection.CommunicationTree.Edge;
import java.util.ArrayList;
import java.util.List;

/** A tree of ranks, the root above, in which those that a delay reached are filled. */
final class ReachPicture {

  private static final double COLUMN = 46;
  private static final double ROW = 17;
  private static final double MARGIN = 24;
  private static final double RADIUS = 5.5;

  private final List<List<Integer>> children = new ArrayList<>();
  private final double[] x;
  private final int[] depth;
  private int columns;
  private int deepest;

  private ReachPicture(List<Edge> edges, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      children.add(new ArrayList<>());
    }
    edges.forEach(edge -> children.get(edge.parent()).add(edge.child()));
    x = new double[ranks];
    depth = new int[ranks];
    place(0, 0);
  }

  /** A chain goes straight down below its head; what branches off stands beside it. */
  private void place(int rank, int itsDepth) {
    depth[rank] = itsDepth;
    deepest = Math.max(deepest, itsDepth);
    List<Integer> below = children.get(rank);
    if (below.isEmpty()) {
      x[rank] = columns++;
      return;
    }
    for (int child : below.reversed()) {
      place(child, itsDepth + 1);
    }
    x[rank] = x[below.getLast()];
  }

  /**
   * Draws it.
   *
   * @param reached by rank
   * @param victim the rank that was delayed
   */
  static void draw(List<Edge> edges, boolean[] reached, int victim, MarkupWriter svg) {
    new ReachPicture(edges, reached.length).draw(reached, victim, svg);
  }

  private void draw(boolean[] reached, int victim, MarkupWriter svg) {
    double width = 2 * MARGIN + COLUMN * Math.max(1, columns - 1);
    double height = 2 * MARGIN + ROW * deepest;
    svg.picture("ranks that the delay reached", width, height);
    for (int parent = 0; parent < reached.length; parent++) {
      for (int child : children.get(parent)) {
        svg.line("axis", x(parent), y(parent), x(child), y(child));
      }
    }
    for (int rank = 0; rank < reached.length; rank++) {
      String state = rank == victim ? "delayed" : reached[rank] ? "reached" : "in time";
      svg.hover(
          "circle",
          "rank %d: %s".formatted(rank, state),
          "class",
          rank == victim ? "mark series-1" : reached[rank] ? "mark series-4" : "mark series-0",
          "cx",
          x(rank),
          "cy",
          y(rank),
          "r",
          rank == victim ? RADIUS + 2 : RADIUS);
    }
    svg.close();
  }

  private double x(int rank) {
    return MARGIN + COLUMN * x[rank];
  }

  private double y(int rank) {
    return MARGIN + ROW * depth[rank];
  }
}
