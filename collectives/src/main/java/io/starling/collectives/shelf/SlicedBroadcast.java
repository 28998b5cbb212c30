package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.runtime.memory.Memory;
import java.util.function.Supplier;

/**
 * A broadcast in which ranks copy straight from the root's memory into that of all others, piece by
 * piece, each its own share first and then what is left of others. A rank that has begun and is
 * without its processor holds up at most one piece.
 *
 * <pre>
 * data of the root ─┬copy> data of rank 1      one piece, by the rank that has claimed it
 *                   └copy> data of rank 2
 * </pre>
 */
public final class SlicedBroadcast extends SlicedOperation {

  private final int root;

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
    super(context, bytes, pieceBytes(bytes, segmentBytes, Shelf.LINE, context.size()), elsewhere);
    this.root = root;
  }

  @Override
  public void useMemory(Memory itsData, Memory none) {
    super.useMemory(itsData, itsData);
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
  void beginPiece() {
    copyTo(0);
  }

  /** Copies the piece to the first of these ranks that needs it and to those after. */
  private void copyTo(int first) {
    int next = first == root ? first + 1 : first;
    if (next == context().size()) {
      endPiece();
      return;
    }
    copyPiece(next, operand(root), result(next));
  }

  @Override
  protected void onFolded(int child, int segment) {
    copyTo(child + 1);
  }

  @Override
  public String describe() {
    return "broadcast of %d bytes from rank %d in %s (%s)"
        .formatted(
            bytes(), context().process(root), Plural.of(segments(), "slice"), describePhase());
  }
}
