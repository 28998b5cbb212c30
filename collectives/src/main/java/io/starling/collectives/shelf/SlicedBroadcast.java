package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Memory;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A broadcast in which ranks copy straight from the root's memory into that of others, piece by
 * piece, each its own share first and then what is left of others. A rank waits for the root alone:
 * it leaves when it has its message and finds no piece to claim for ranks that have begun. Pieces
 * of a rank that has not begun are left to it. Only the root stays until all have theirs. A rank
 * that has begun and is without its processor holds up at most one piece.
 *
 * <pre>
 * data of the root ─┬copy> data of rank 1      one piece of a column, by the rank that has claimed it
 *                   └copy> data of rank 2      another column
 * </pre>
 *
 * <p>A rank whose memory others do not map copies its message itself.
 */
public final class SlicedBroadcast extends SlicedOperation {

  /** Ranks wait so long for others: for a fourth of what a copy of the message takes, at most. */
  private static final long BYTES_PER_NANOSECOND = 40;

  /** So that each rank has some pieces. */
  private static final int MOST_RANKS = 64;

  private final int root;
  private final int rank;
  private final boolean[] hasBegun;
  private Memory own;
  private int begun;
  private long agreedAt;

  /**
   * An operation for a root.
   *
   * @param segmentBytes the length of pieces; those of short messages are shorter, and of long
   *     messages longer
   * @param elsewhere makes the operation for memory that not all ranks map
   */
  public SlicedBroadcast(
      Context context,
      int root,
      long bytes,
      long segmentBytes,
      Supplier<CollectiveOperation> elsewhere) {
    super(
        context,
        bytes,
        pieceBytes(bytes, segmentBytes, Shelf.LINE, context.size(), context.size()),
        context.size(),
        elsewhere);
    this.root = root;
    rank = context.rank();
    hasBegun = new boolean[context.size()];
  }

  /** Whether it serves a communicator; all its ranks answer alike. */
  public static boolean suits(Context context) {
    return context.size() <= MOST_RANKS && Groups.areOne(context);
  }

  @Override
  public void useMemory(Memory itsData, Memory none) {
    super.useMemory(itsData, itsData);
    own = itsData;
  }

  @Override
  boolean hasOperand(int its) {
    return its == root;
  }

  @Override
  boolean hasResult(int its) {
    return its != root;
  }

  @Override
  long call() {
    return -1 - (tag() * context().size() + root);
  }

  @Override
  boolean isAwaited(int its) {
    return its == root;
  }

  @Override
  boolean isWaiting(int its) {
    return rank == root || its == root;
  }

  @Override
  boolean needs(int column) {
    return column != root && (rank == root || column == rank);
  }

  @Override
  boolean endsTogether() {
    return false;
  }

  @Override
  void onAgreed() {
    Arrays.fill(hasBegun, false);
    agreedAt = engine().nanoTime();
    hasBegun[root] = true;
    begun = 1;
    if (rank != root) {
      hasBegun[rank] = true;
      begun++;
      open(rank);
    }
    hear();
  }

  /**
   * A piece is read once for all ranks that have begun, and those that share a core do it in turn.
   */
  @Override
  boolean expectsMore() {
    return begun < hasBegun.length
        && engine().nanoTime() - agreedAt < bytes() / BYTES_PER_NANOSECOND;
  }

  @Override
  boolean hear() {
    boolean hasHeard = false;
    for (int its = 0; its < hasBegun.length; its++) {
      if (!hasBegun[its] && hasSaid(its)) {
        hasBegun[its] = true;
        begun++;
        hasHeard = true;
        openIfMapped(its);
      }
    }
    return hasHeard;
  }

  private void openIfMapped(int its) {
    try {
      if (map(its)) {
        open(its);
      }
    } catch (TransportException e) {
      // It is gone, and the news says so soon, or it copies its message itself.
    }
  }

  @Override
  void onWorked(int column) {
    wake(column);
    wake(root);
  }

  @Override
  void onShared(boolean didLast) {
    if (rank == root) {
      setOver();
    }
    wakeWaiting();
  }

  @Override
  void beginPiece() {
    copyPiece(0, operand(root), column() == rank ? own : result(column()));
  }

  @Override
  protected void onFolded(int child, int segment) {
    endPiece();
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    own = null;
  }

  @Override
  String describeCall() {
    return "broadcast of %d bytes from rank %d".formatted(bytes(), context().process(root));
  }
}
