package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
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

  private static final int NONE = -1;

  private final Slices slices;
  private final int root;
  private final Fold fold;
  private final int rank;
  private final int size;
  private final int pieces;
  private final int[] order;
  private MemorySegment scratch;
  private Memory sum;
  private int at;
  private int folding;
  private int claiming;
  private long claimed;
  private long token;
  private int doneUpTo;

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
    super(context, bytes, pieceBytes(bytes, segmentBytes, elementBytes, context.size()), elsewhere);
    this.root = root;
    this.fold = fold;
    slices = shelves();
    rank = context.rank();
    size = context.size();
    pieces = segments();
    order = order(rank, size, pieces);
  }

  private static long pieceBytes(long bytes, long segmentBytes, long elementBytes, int size) {
    long elements = bytes / elementBytes;
    long share = Math.ceilDiv(elements, size);
    long least = Math.ceilDiv(elements, Slices.PIECES);
    long length = Math.max(least, Math.min(share, segmentBytes / elementBytes));
    return Math.max(1, length) * elementBytes;
  }

  /**
   * The pieces in the order in which a rank claims them: its share, then others' from their ends.
   */
  private static int[] order(int rank, int size, int pieces) {
    int[] order = new int[pieces];
    int count = 0;
    for (int turn = 0; turn < size; turn++) {
      int owner = (rank + turn) % size;
      int from = (int) ((long) pieces * owner / size);
      int to = (int) ((long) pieces * (owner + 1) / size);
      for (int piece = from; piece < to; piece++) {
        order[count++] = turn == 0 ? piece : to - 1 - (piece - from);
      }
    }
    return order;
  }

  /** Whether it serves a communicator; all its ranks answer alike. */
  public static boolean suits(Context context) {
    return Groups.areOne(context);
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
  void beginWork() {
    at = 0;
    folding = NONE;
    claiming = NONE;
    doneUpTo = 0;
    work();
  }

  @Override
  boolean work() {
    boolean moved = false;
    while (doneUpTo < pieces && slices.isDone(run(), doneUpTo)) {
      doneUpTo++;
      moved = true;
    }
    if (doneUpTo == pieces && folding == NONE && claiming == NONE) {
      end();
      return true;
    }
    if (folding != NONE) {
      return moved;
    }
    return (claiming == NONE ? claim() : settleClaim()) || moved;
  }

  /** Claims the next piece that no rank has. */
  private boolean claim() {
    while (at < pieces) {
      long claim = slices.claim(run(), order[at]);
      if (!Shelf.isClaimOf(claim, run())) {
        claiming = order[at];
        claimed = claim;
        token = Shelf.nextClaim(claim, run(), rank);
        slices.swapClaim(run(), claiming, claim, token);
        settleClaim();
        return true;
      }
      at++;
    }
    return false;
  }

  /** Goes on if the claim is decided. */
  private boolean settleClaim() {
    long claim = slices.claim(run(), claiming);
    if (claim == claimed) {
      return false;
    }
    if (claim == token) {
      folding = claiming;
      if (scratch == null && size > 2) {
        scratch = engine().pool().acquire(segmentBytes());
        sum = Memory.of(scratch);
      }
      foldNext(1);
    }
    claiming = NONE;
    return true;
  }

  /** Folds the operand of a rank to the sum of those before. */
  private void foldNext(int right) {
    long offset = folding * segmentBytes();
    boolean isFirst = right == 1;
    boolean isLast = right == size - 1;
    fold(
        right,
        folding,
        fold,
        isFirst ? operand(0) : sum,
        isFirst ? offset : 0,
        operand(right),
        offset,
        isLast ? result(target()) : sum,
        isLast ? offset : 0,
        length(folding));
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
      long offset = folding * segmentBytes();
      copy(size + next, result(target()), offset, result(next), offset, length(folding));
      return;
    }
    slices.setDone(run(), folding);
    folding = NONE;
    work();
    if (hasEnded()) {
      wakeOthers();
    }
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
  String describeWork() {
    String done = doneUpTo + " done";
    if (doneUpTo == pieces || folding != NONE) {
      return done;
    }
    long claim = slices.claim(run(), doneUpTo);
    return Shelf.isClaimOf(claim, run())
        ? done + ", rank " + context().process(Shelf.claimant(claim)) + " folds the next"
        : done;
  }

  @Override
  public String describe() {
    String what = root == ALL ? "allreduce" : "reduce to rank " + context().process(root);
    return "%s of %d bytes in %s (%s)"
        .formatted(what, bytes(), Plural.of(pieces, "slice"), describePhase());
  }
}
