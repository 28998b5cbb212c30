package io.starling.collectives.exchange;

import java.util.ArrayList;
import java.util.List;

/**
 * Limits the peers that are served at the same time: a move of a turn waits for the last move of
 * the turn that began a number of turns earlier.
 */
final class TurnLimit {

  static final int NONE = -1;

  /** For each turn, the last move before it. */
  private final List<Integer> ends = new ArrayList<>();

  private int last = NONE;
  private int floor = NONE;

  void next(int atOnce) {
    ends.add(last);
    floor = ends.size() < atOnce ? NONE : ends.get(ends.size() - atOnce);
  }

  /** The move for which moves of this turn wait, or {@link #NONE}. */
  int floor() {
    return floor;
  }

  void add(int move) {
    last = move;
  }
}
