package io.starling.bench.topo;

import io.starling.bench.topo.Route.Trunk;
import java.util.ArrayList;
import java.util.List;

/**
 * A straight piece of one or more edges of a trunk.
 *
 * @param alongRow whether it lies in a row of cells, or in a column
 * @param track which row or column
 * @param from its first cell in the track
 * @param to its last cell, at or after the first
 * @param turns where the edges turn at the ends of their pieces: -1 up or left, 1 down or right, 0
 *     at a seat
 */
record Strand(Trunk trunk, boolean alongRow, int track, int from, int to, List<Turn> turns) {

  /**
   * A turn at a cell of the track.
   *
   * @param toSeat whether what comes after the turn, or before it, ends at a seat
   */
  record Turn(int cell, int direction, boolean toSeat) {

    private boolean isBeside(Turn other) {
      boolean bothToSeats = toSeat && other.toSeat;
      return direction == other.direction && (direction == 0 || bothToSeats);
    }
  }

  Strand {
    turns = List.copyOf(turns);
  }

  /** The pieces of a route in its order. */
  static List<Strand> of(Route route, int columns) {
    List<Strand> strands = new ArrayList<>();
    int[] corners = route.corners();
    for (int i = 1; i < corners.length; i++) {
      boolean alongRow = corners[i - 1] / columns == corners[i] / columns;
      int start = alongRow ? corners[i - 1] % columns : corners[i - 1] / columns;
      int end = alongRow ? corners[i] % columns : corners[i] / columns;
      int before = i == 1 ? 0 : sign(corners[i - 2] - corners[i - 1]);
      int after = i == corners.length - 1 ? 0 : sign(corners[i + 1] - corners[i]);
      strands.add(
          new Strand(
              route.trunk(),
              alongRow,
              alongRow ? corners[i] / columns : corners[i] % columns,
              Math.min(start, end),
              Math.max(start, end),
              List.of(
                  new Turn(start, before, i == 2), new Turn(end, after, i == corners.length - 2))));
    }
    return strands;
  }

  private static int sign(int difference) {
    return Integer.signum(difference);
  }

  /** Whether both belong to a trunk and touch. */
  boolean joins(Strand other) {
    return trunk.equals(other.trunk) && from <= other.to && other.from <= to;
  }

  /** Both in one. */
  Strand with(Strand other) {
    List<Turn> all = new ArrayList<>(turns);
    all.addAll(other.turns);
    return new Strand(
        trunk, alongRow, track, Math.min(from, other.from), Math.max(to, other.to), all);
  }

  /**
   * Whether the two would lie upon each other in the middle of the track. Two that only meet, where
   * both turn the same way towards a seat, do not: there they lie side by side.
   */
  boolean collides(Strand other) {
    int first = Math.max(from, other.from);
    int last = Math.min(to, other.to);
    if (first != last) {
      return first < last;
    }
    boolean meet = (to == first && other.from == first) || (from == first && other.to == first);
    return !meet || !turnAt(first).isBeside(other.turnAt(first));
  }

  private Turn turnAt(int cell) {
    return turns.stream().filter(turn -> turn.cell() == cell).findFirst().orElseThrow();
  }

  /** Where it wants to lie in the track: from -1, up or left, to 1. */
  double pull() {
    return turns.stream().mapToInt(Turn::direction).average().orElse(0);
  }

  int length() {
    return to - from;
  }
}
