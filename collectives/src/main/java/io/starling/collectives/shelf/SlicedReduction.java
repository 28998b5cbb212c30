package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * A reduce or an allreduce in which ranks fold straight from each other's memory into the results,
 * piece by piece, each its own share first and then what is left of others. Nothing is copied on
 * the way, and all cores fold.
 *
 * <pre>
 * data of rank 0  ┐
 * data of rank 1  ┴fold> sum ┐                 one piece, by the rank that has claimed it
 * data of rank 2  ───────────┴fold> result     and then copied to other results
 * </pre>
 *
 * <p>Invariants: operands are folded in the order of ranks; no piece of a result is written before
 * all operands of that piece but the last have been read, so data may be in place.
 */
public final class SlicedReduction extends SlicedOperation {

  /** In place of the root: all ranks have results. */
  public static final int ALL = -1;

  private final int root;
  private final Fold fold;
  private final int rank;
  private final int size;
  private MemorySegment scratch;
  private Memory sum;

  /**
   * An operation for a root, or for {@link #ALL}.
   *
   * @param segmentBytes the length of pieces before it is rounded to whole elements; those of short
   *     messages are shorter, so that each rank has one, and of long messages longer
   * @param elementBytes the packed length of an element
   * @param elsewhere makes the operation for memory that not all ranks map
   */
  public SlicedReduction(
      Context context,
      int root,
      long bytes,
      long segmentBytes,
      long elementBytes,
      Fold fold,
      Supplier<CollectiveOperation> elsewhere) {
    super(
        context,
        bytes,
        pieceBytes(bytes, segmentBytes, elementBytes, context.size(), 1),
        1,
        elsewhere);
    this.root = root;
    this.fold = fold;
    rank = context.rank();
    size = context.size();
  }

  /** Whether it serves a communicator; all its ranks answer alike. */
  public static boolean suits(Context context) {
    return Groups.areOne(context);
  }

  @Override
  boolean hasOperand(int its) {
    return true;
  }

  @Override
  boolean hasResult(int its) {
    return root == ALL || root == its;
  }

  @Override
  long call() {
    return tag() * size + root;
  }

  @Override
  boolean isAwaited(int its) {
    return true;
  }

  @Override
  boolean isWaiting(int its) {
    return true;
  }

  @Override
  boolean needs(int column) {
    return true;
  }

  @Override
  boolean endsTogether() {
    return true;
  }

  @Override
  void onAgreed() {
    open(0);
  }

  @Override
  void onShared(boolean didLast) {
    if (didLast) {
      wakeWaiting();
    }
  }

  @Override
  void onWorked(int column) {}

  @Override
  void beginPiece() {
    if (scratch == null && size > 2) {
      scratch = engine().pool().acquire(segmentBytes());
      sum = Memory.of(scratch);
    }
    foldNext(1);
  }

  /** Folds the operand of a rank to the sum of those before. */
  private void foldNext(int right) {
    long offset = piece() * segmentBytes();
    boolean isFirst = right == 1;
    boolean isLast = right == size - 1;
    fold(
        right,
        piece(),
        fold,
        isFirst ? operand(0) : sum,
        isFirst ? offset : 0,
        operand(right),
        offset,
        isLast ? result(target()) : sum,
        isLast ? offset : 0,
        length(piece()));
  }

  /** The rank whose result gets the sum first. */
  private int target() {
    return root == ALL ? rank : root;
  }

  @Override
  protected void onFolded(int child, int segment) {
    if (child < size - 1) {
      foldNext(child + 1);
      return;
    }
    // Then come the other results, by numbers from size on.
    int next = child - size + 1;
    next += next == target() ? 1 : 0;
    if (root == ALL && next < size) {
      copyPiece(size + next, result(target()), result(next));
      return;
    }
    endPiece();
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    if (scratch != null && !failed) {
      engine().pool().release(scratch);
    }
    scratch = null;
  }

  @Override
  String describeCall() {
    String what = root == ALL ? "allreduce" : "reduce to rank " + context().process(root);
    return "%s of %d bytes".formatted(what, bytes());
  }
}
