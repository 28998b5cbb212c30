package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;

/**
 * The pieces of a run, as one rank claims them: its share first, then what is left of others, from
 * the ends of their shares. A rank works on one piece at a time.
 */
final class Pieces {

  static final int NONE = -1;

  private final Slices slices;
  private final Context context;
  private final int count;
  private final int[] order;
  private long run;
  private int at;
  private int current;
  private int claiming;
  private long claimed;
  private long token;
  private int done;

  Pieces(Slices slices, Context context, int count) {
    this.slices = slices;
    this.context = context;
    this.count = count;
    order = order(context.rank(), context.size(), count);
  }

  private static int[] order(int rank, int size, int pieces) {
    int[] order = new int[pieces];
    int next = 0;
    for (int turn = 0; turn < size; turn++) {
      int owner = (rank + turn) % size;
      int from = (int) ((long) pieces * owner / size);
      int to = (int) ((long) pieces * (owner + 1) / size);
      for (int piece = from; piece < to; piece++) {
        order[next++] = turn == 0 ? piece : to - 1 - (piece - from);
      }
    }
    return order;
  }

  void begin(long itsRun) {
    run = itsRun;
    at = 0;
    current = NONE;
    claiming = NONE;
    done = 0;
  }

  /** The piece that this rank works on, or {@link #NONE}. */
  int current() {
    return current;
  }

  /** Counts the pieces that are done; returns whether there are more than before. */
  boolean count() {
    int before = done;
    while (done < count && slices.isDone(run, done)) {
      done++;
    }
    return done > before;
  }

  /** Whether all pieces are done, and this rank has none. */
  boolean areDone() {
    return done == count && current == NONE && claiming == NONE;
  }

  /** Claims the next piece that no rank has, or settles its claim; returns whether it did. */
  boolean claim() {
    if (claiming != NONE) {
      return settle();
    }
    while (at < count) {
      long claim = slices.claim(run, order[at]);
      if (!Shelf.isClaimFrom(claim, run)) {
        claiming = order[at];
        claimed = claim;
        token = Shelf.nextClaim(claim, run, context.rank());
        slices.swapClaim(run, claiming, claim, token);
        settle();
        return true;
      }
      at++;
    }
    return false;
  }

  /** Takes the piece if the claim is decided for this rank. */
  private boolean settle() {
    long claim = slices.claim(run, claiming);
    if (claim == claimed) {
      return false;
    }
    if (claim == token) {
      current = claiming;
    }
    claiming = NONE;
    return true;
  }

  /** The current piece is done. */
  void setDone() {
    slices.setDone(run, current);
    current = NONE;
  }

  /** Such as {@code 3 done, rank 1 has the next}. */
  String describe() {
    String text = done + " done";
    if (done == count || current != NONE) {
      return text;
    }
    long claim = slices.claim(run, done);
    return Shelf.isClaimOf(claim, run)
        ? text + ", rank " + context.process(Shelf.claimant(claim)) + " has the next"
        : text;
  }
}
