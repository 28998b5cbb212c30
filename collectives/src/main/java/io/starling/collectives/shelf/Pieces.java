package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The pieces of a run, as one rank claims them: its share first, then what is left of others, from
 * the ends of their shares. A rank works on one piece at a time.
 *
 * <p>Each piece is done once for each of some columns, such as the ranks that need it. A column is
 * left alone until it is open. A rank does a piece for all open columns while its cache holds the
 * piece. In a column that opens later it begins with the piece that it has reached in others, and
 * does at the end what it has missed.
 */
final class Pieces {

  static final int NONE = -1;

  /** How long a rank waits for accesses of others to its memory after a failure. */
  private static final long LONGEST_PIECE_NANOSECONDS = 20_000_000;

  private final Slices slices;
  private final Context context;
  private final int count;
  private final int columns;
  private final int shift;
  private final IntConsumer whenClaimed;
  private final int[] order;
  private final boolean[] isOpen;
  private final boolean[] hasWorked;
  private final int[] from;
  private final int[] at;
  private final int[] done;
  private long run;
  private int current;
  private int claiming;
  private long claimed;
  private long token;

  /**
   * The pieces of an operation.
   *
   * @param whenClaimed takes a column in which this rank has done pieces, once it finds that all of
   *     the column's are claimed or it goes on to other work
   */
  Pieces(Slices slices, Context context, int count, int columns, IntConsumer whenClaimed) {
    this.slices = slices;
    this.context = context;
    this.count = count;
    this.columns = columns;
    shift = columns == 1 ? 0 : Slices.LATER;
    this.whenClaimed = whenClaimed;
    order = order(context.rank(), context.size(), count);
    isOpen = new boolean[columns];
    hasWorked = new boolean[columns];
    from = new int[columns];
    at = new int[columns];
    done = new int[columns];
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
    current = NONE;
    claiming = NONE;
    Arrays.fill(isOpen, false);
    Arrays.fill(hasWorked, false);
    Arrays.fill(from, 0);
    Arrays.fill(at, 0);
    Arrays.fill(done, 0);
  }

  int columns() {
    return columns;
  }

  /** Its pieces may be claimed from now on. */
  void open(int column) {
    int first = 0;
    for (int other = 0; other < columns; other++) {
      first = isLeft(other) ? Math.max(first, at[other] % count) : first;
    }
    from[column] = first;
    at[column] = first;
    isOpen[column] = true;
  }

  /** Whether this rank may find pieces of a column to claim. */
  private boolean isLeft(int column) {
    return isOpen[column] && at[column] < from[column] + count;
  }

  /** The piece that this rank works on, or {@link #NONE}. */
  int current() {
    return current == NONE ? NONE : (current - shift) / columns;
  }

  /** The column for which it does that. */
  int column() {
    return (current - shift) % columns;
  }

  private int cell(int piece, int column) {
    return shift + piece * columns + column;
  }

  /** Counts the pieces of a column that are done; returns whether there are more than before. */
  boolean count(int column) {
    int before = done[column];
    int now = before;
    while (now < count && slices.isDone(run, cell(now, column))) {
      now++;
    }
    done[column] = now;
    return now > before;
  }

  /** Whether the first piece of a column is done. */
  boolean isFirstDone(int column) {
    return slices.isDone(run, cell(0, column));
  }

  /** Whether all pieces of a column are done, as far as they were counted. */
  boolean areDone(int column) {
    return done[column] == count;
  }

  /** Whether this rank has no piece, and no claim that is undecided. */
  boolean isIdle() {
    return current == NONE && claiming == NONE;
  }

  /** Claims the next piece that no rank has, or settles its claim; returns whether it did. */
  boolean claim() {
    if (claiming != NONE) {
      return settle();
    }
    for (int column = next(); column != NONE; column = next()) {
      int cell = cell(order[at[column] % count], column);
      long claim = slices.claim(run, cell);
      if (!Shelf.isClaimFrom(claim, run)) {
        claiming = cell;
        claimed = claim;
        token = Shelf.nextClaim(claim, run, context.rank());
        slices.swapClaim(run, cell, claim, token);
        settle();
        return true;
      }
      at[column]++;
      if (!isLeft(column)) {
        leave(column);
      }
    }
    return false;
  }

  /** The open column in which this rank is least far, from its own on; or none. */
  private int next() {
    int next = NONE;
    int column = context.rank() % columns;
    for (int turn = 0; turn < columns; turn++) {
      if (isLeft(column) && (next == NONE || at[column] < at[next])) {
        next = column;
      }
      column = column + 1 == columns ? 0 : column + 1;
    }
    return next;
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
    hasWorked[column()] = true;
    current = NONE;
  }

  /** This rank claims no more pieces of the run. */
  void leave() {
    for (int column = 0; column < columns; column++) {
      leave(column);
    }
  }

  private void leave(int column) {
    if (hasWorked[column]) {
      hasWorked[column] = false;
      whenClaimed.accept(column);
    }
  }

  /**
   * Keeps others from a column after a failure: this rank claims all of its pieces that are left.
   */
  void close(int column) {
    for (int piece = 0; piece < count; piece++) {
      int cell = cell(piece, column);
      long claim = slices.claim(run, cell);
      if (!Shelf.isClaimFrom(claim, run)) {
        slices.swapClaim(run, cell, claim, Shelf.nextClaim(claim, run, context.rank()));
      }
    }
  }

  /**
   * Waits for the pieces of a column on which others work.
   *
   * @param began when the failure was noticed: a rank that is stopped is not awaited for ever
   */
  void awaitOthers(int column, long began) {
    for (int piece = 0; piece < count; piece++) {
      int cell = cell(piece, column);
      while (isOfOther(cell) && System.nanoTime() - began < LONGEST_PIECE_NANOSECONDS) {
        Thread.onSpinWait();
      }
    }
  }

  private boolean isOfOther(int cell) {
    long claim = slices.claim(run, cell);
    return Shelf.isClaimOf(claim, run)
        && Shelf.claimant(claim) != context.rank()
        && !slices.isDone(run, cell);
  }

  /** Such as {@code 3 done, rank 1 has the next}. */
  String describe(int column) {
    String text = done[column] + " done";
    if (areDone(column) || current != NONE) {
      return text;
    }
    long claim = slices.claim(run, cell(done[column], column));
    return Shelf.isClaimOf(claim, run)
        ? text + ", rank " + context.process(Shelf.claimant(claim)) + " has the next"
        : text;
  }
}
