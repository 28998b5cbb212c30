package io.starling.collectives.shelf;

/**
 * How a rank leaves the reduces of its group. Contributions may lie in all lanes that are not
 * folded yet, or whose folds wait for other groups. Some rank must stay for them: one that wants to
 * leave finds another one that is in a reduce, and makes it look again before that one leaves.
 *
 * <pre>
 * presence of a rank    even (out) ──enters──> odd (in) ──another leaves──> odd + 2
 *                                                   └──leaves, if it is still the same──> even
 * </pre>
 *
 * Invariant: if two ranks want to leave at the same time, the word of one changes before it has
 * left, and it looks at the lanes again. It sees all that the other one had seen.
 */
final class Departure {

  private enum State {
    IN,
    ASKING,
    LEAVING,
    OUT
  }

  private final FoldShelves shelves;
  private final int member;
  private State state = State.OUT;
  private int asked;
  private long expected;
  private long mine;

  Departure(FoldShelves shelves) {
    this.shelves = shelves;
    member = shelves.member();
  }

  boolean isOut() {
    return state == State.OUT;
  }

  /** This rank is in a reduce. */
  void enter() {
    state = State.IN;
    FoldShelf own = shelves.own();
    own.setPresence(member, own.presence(member) + 1);
  }

  /** Whether this rank is in a reduce for sure. */
  boolean isIn() {
    return state == State.IN || state == State.ASKING;
  }

  /** This rank wants to stay after all; returns whether something has moved. */
  boolean returnIn() {
    if (state == State.ASKING) {
      return stay();
    }
    if (state == State.LEAVING && !hasLeft()) {
      return false;
    }
    if (state == State.OUT) {
      enter();
      return true;
    }
    return false;
  }

  /** To be called before this rank looks at the lanes; returns whether it may leave after that. */
  boolean prepare() {
    if (state == State.IN) {
      mine = shelves.own().presence(member);
    }
    // The word of its entry may still be on its way.
    return isIn(mine);
  }

  /**
   * Goes on; returns whether something has moved.
   *
   * @param mustAsk whether segments lie in all lanes whose results are not ready
   */
  boolean leave(boolean mustAsk) {
    return switch (state) {
      case IN -> mustAsk ? ask() : begin();
      case ASKING -> wasAsked();
      case LEAVING -> hasLeft();
      case OUT -> false;
    };
  }

  /** Looks for another rank that is in a reduce; stays if there is none. */
  private boolean ask() {
    FoldShelf own = shelves.own();
    for (int step = 1; step < own.members(); step++) {
      int other = (member + step) % own.members();
      long presence = own.presence(other);
      if (isIn(presence)) {
        asked = other;
        expected = presence;
        own.swapPresence(other, presence, presence + 2);
        state = State.ASKING;
        wasAsked();
        return true;
      }
    }
    return false;
  }

  /** If any rank has changed the word, its owner looks after all that this one has seen. */
  private boolean wasAsked() {
    long now = shelves.own().presence(asked);
    if (now == expected) {
      return false;
    }
    return isIn(now) ? begin() : stay();
  }

  private boolean begin() {
    shelves.own().swapPresence(member, mine, mine + 1);
    state = State.LEAVING;
    hasLeft();
    return true;
  }

  private boolean hasLeft() {
    long now = shelves.own().presence(member);
    if (now == mine) {
      return false;
    }
    state = isIn(now) ? State.IN : State.OUT;
    return true;
  }

  private boolean stay() {
    state = State.IN;
    return true;
  }

  private static boolean isIn(long presence) {
    return presence % 2 == 1;
  }
}
