package io.starling.bench.topo;

import io.starling.bench.topo.Board.Kind;
import io.starling.bench.topo.Route.Trunk;
import java.util.Arrays;

/**
 * What a step over the board costs, about in pixels: its length, turns, crossings, and more where a
 * corridor does not belong to the smallest box around both ranks, so that what goes over the
 * network runs between the nodes and what goes between packages runs between these.
 */
final class Tolls {

  private static final double SEAT_SIZE = 48;
  private static final double CORRIDOR_SIZE = 18;
  private static final double BORDER_SIZE = 10;
  private static final double TURN = 30;
  private static final double CROSSING = 14;
  private static final double SHARING = 5;

  /** A trunk never grows together again. */
  private static final double LOOP = 500;

  /** PUs are written at the feet of cores. */
  private static final double FOOT = 7;

  /** Neighbours talk from side to side. */
  private static final double SIDE = 8;

  private static final double OWN_TRUNK = 0.5;
  private static final double INNER_BOX = 1.6;
  private static final double OUT_OF_THE_BOX = 3;
  private static final double OVER_CAPTION = 2;

  private final Board board;
  private final Traffic traffic;
  private final double[] rowSizes;
  private final double[] columnSizes;

  Tolls(Board board, Traffic traffic) {
    this.board = board;
    this.traffic = traffic;
    rowSizes = Arrays.stream(board.rows()).mapToDouble(Tolls::size).toArray();
    columnSizes = Arrays.stream(board.columns()).mapToDouble(Tolls::size).toArray();
  }

  private static double size(Kind kind) {
    return switch (kind) {
      case CORRIDOR, CAPTION -> CORRIDOR_SIZE;
      case BORDER -> BORDER_SIZE;
      case SEAT, CHIPS -> SEAT_SIZE;
    };
  }

  /**
   * The cost of a step between neighbouring cells.
   *
   * @param home the smallest box around both ends of the edge
   * @param turned whether the step before went in another direction
   */
  double of(Trunk trunk, int home, int from, int to, boolean turned) {
    boolean leaves = board.kind(from) == Kind.SEAT;
    if (traffic.has(trunk, from, to)) {
      return length(from, to) * OWN_TRUNK + (turned && !leaves ? TURN : 0);
    }
    boolean alongRow = isRow(from, to);
    double cost = length(from, to) * preference(home, to);
    cost += SHARING * traffic.beside(trunk, to, alongRow);
    if (leaves) {
      return cost + gate(from, to);
    }
    cost += turned ? TURN : 0;
    if (board.kind(to) == Kind.SEAT) {
      return cost + gate(to, from);
    }
    cost += CROSSING * traffic.crossing(trunk, to, alongRow);
    return cost + (traffic.passes(trunk, to) ? LOOP : 0);
  }

  /** For the side of a seat on which a neighbouring cell lies: edges rather use the top. */
  private double gate(int seat, int neighbour) {
    if (isRow(seat, neighbour)) {
      return SIDE;
    }
    return neighbour > seat ? FOOT : 0;
  }

  private boolean isRow(int one, int other) {
    return one / board.width() == other / board.width();
  }

  private double length(int one, int other) {
    int width = board.width();
    return isRow(one, other)
        ? (columnSizes[one % width] + columnSizes[other % width]) / 2
        : (rowSizes[one / width] + rowSizes[other / width]) / 2;
  }

  private double preference(int home, int cell) {
    double cost = board.kind(cell) == Kind.CAPTION ? OVER_CAPTION : 1;
    if (board.owner(cell) == home) {
      return cost;
    }
    return cost * (board.covers(home, cell) ? INNER_BOX : OUT_OF_THE_BOX);
  }
}
