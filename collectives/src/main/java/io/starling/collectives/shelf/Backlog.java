package io.starling.collectives.shelf;

import io.starling.collectives.tree.Branch;

/**
 * Which segments of a group wait for folds, as a rank sees it.
 *
 * <pre>
 * results are ready      inputs are all here      in all lanes      in some lanes
 * ─────────────────oldest────────────────────available──────────full─────────────> number
 * </pre>
 *
 * Each member has a share, every {@code members}-th segment, so that all of them fold and claims
 * seldom meet.
 */
final class Backlog {

  static final int NONE = -1;

  /** A rank so many segments behind another one is late. */
  private static final int BEHIND = 8;

  /** A share that waits for so many rounds belongs to all. */
  private static final int ROUNDS = 2;

  private final FoldShelves shelves;
  private final int member;
  private long oldest;
  private long available;
  private long full;
  private int slowest;
  private long share;
  private long scan;

  Backlog(FoldShelves shelves) {
    this.shelves = shelves;
    member = shelves.member();
    share = member;
  }

  /** Looks at what the others have given and folded. */
  void look() {
    FoldShelf own = shelves.own();
    // The others need no look while the slowest one has not moved.
    if (given(slowest) > full) {
      full = Long.MAX_VALUE;
      for (int other = 0; other < own.members(); other++) {
        long its = given(other);
        if (its < full) {
          full = its;
          slowest = other;
        }
      }
    }
    while (oldest < full && own.isReady(oldest)) {
      oldest++;
    }
    available = Math.max(available, oldest);
    while (available < full && (own.isReady(available) || missingChild(available) == NONE)) {
      available++;
    }
  }

  /** The number below which a member has given all segments. */
  private long given(int other) {
    return other == member ? shelves.given() : shelves.own().given(other);
  }

  /** The number of a shelf whose result of a segment has not come; NONE if all have. */
  int missingChild(long number) {
    FoldRun run = shelves.run(number);
    if (run.nearChild() != Branch.NONE && !shelves.ofGroup(run.nearChild()).isReady(number)) {
      return shelves.numberOf(run.nearChild());
    }
    for (int child : run.farChildren()) {
      if (!shelves.own().hasArrived(child, number)) {
        return child;
      }
    }
    return NONE;
  }

  /** The first segment whose result is not ready. */
  long oldest() {
    return oldest;
  }

  /** The number below which all inputs are here. */
  long available() {
    return available;
  }

  /** The number below which all lanes have all segments. */
  long full() {
    return full;
  }

  /** Whether segments lie in all lanes whose results are not ready. */
  boolean isPending() {
    return oldest < full;
  }

  /** Whether others wait for contributions of this rank. */
  boolean isSlowest() {
    if (shelves.given() > full) {
      return false;
    }
    int other = 0;
    while (other < shelves.own().members() && given(other) - full <= BEHIND) {
      other++;
    }
    return other < shelves.own().members();
  }

  /** The next segment of this rank's share that can be folded, or NONE. */
  long ownShare() {
    FoldShelf own = shelves.own();
    if (share < oldest) {
      share = oldest + Math.floorMod(member - oldest, (long) own.members());
    }
    while (share < available && own.isReadyOrClaimed(share)) {
      share += own.members();
    }
    return share < available && shelves.isFree(share) ? share : NONE;
  }

  /** Whether a segment of this rank's share is in its lane and still lacks something. */
  boolean awaitsShare() {
    return share < shelves.given();
  }

  /**
   * The next segment of any share that can be folded, or NONE.
   *
   * @param isBusy whether this rank has something else to do
   */
  long foreignShare(boolean isBusy) {
    FoldShelf own = shelves.own();
    scan = Math.max(scan, oldest);
    while (scan < available && own.isReadyOrClaimed(scan)) {
      scan++;
    }
    long rounds = isBusy ? (long) ROUNDS * own.members() : 0;
    return scan + rounds < available && shelves.isFree(scan) ? scan : NONE;
  }

  /** What the oldest segment waits for. */
  String describe() {
    FoldShelf own = shelves.own();
    if (shelves.given() == 0 && !shelves.hasToGive()) {
      return "nothing to fold";
    }
    if (oldest == full) {
      int late = 0;
      while (late < own.members() - 1 && own.given(late) > full) {
        late++;
      }
      return "segment " + shelves.describe(full) + " waits for rank " + shelves.process(late);
    }
    int child = oldest == available ? missingChild(oldest) : NONE;
    return "segment "
        + shelves.describe(oldest)
        + (child == NONE
            ? " is not folded yet"
            : " waits for the group of rank " + shelves.numbered(child).owner());
  }
}
