package io.starling.collectives.exchange;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds moves back so that only some peers are served at once: a move of a turn waits for the last
 * one of the turn that began so many turns before.
 */
final class Turns {

  static final int NONE = -1;

  /** For each turn, the last move before it. */
  private final List<Integer> ends = new ArrayList<>();

  private int last = NONE;
  private int floor = NONE;

  void next(int atOnce) {
    ends.add(last);
    floor = ends.size() < atOnce ? NONE : ends.get(ends.size() - atOnce);
  }

  /** Whom moves must wait for now, or {@link #NONE}. */
  int floor() {
    return floor;
  }

  void add(int move) {
    last = move;
  }
}
