package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.runtime.StarlingException;
import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import java.util.function.Supplier;

/**
 * A collective of ranks that access each other's memory where it is. First each rank says where
 * that is, and hears it of those that it {@linkplain #isAwaited awaits}. If others do not map some
 * of their memory, because it is private, on the Java heap, on a device or has gaps, another
 * algorithm runs, on all ranks. The next runs then do so at once, and ask again now and then: most
 * programs always use the same kind of memory.
 *
 * <pre>
 * ENTERING ──> AGREEING ──> SHARING ──> DONE
 *     └────────────┴──> ELSEWHERE ──────┘
 * </pre>
 */
abstract class SlicedOperation extends ShelfOperation<Slices> {

  /** What a run does. */
  private enum Phase {
    /** An older run has the words. */
    ENTERING,
    /** Not all awaited ranks have said where their memory is. */
    AGREEING,
    /** All ranks map their memory. */
    SHARING,
    /** The other algorithm runs. */
    ELSEWHERE,
    /** Some memory can't be reached. Its rank may be gone; the news says so soon. */
    DOUBTED,
    DONE
  }

  /** A piece is copied by a fold, which takes the processor's time in virtual time too. */
  private static final Fold COPY =
      (left, leftOffset, right, rightOffset, into, intoOffset, bytes) ->
          Bytes.copy(right, rightOffset, into, intoOffset, bytes);

  private final Slices slices;
  private final Pieces pieces;
  private final Supplier<CollectiveOperation> elsewhere;
  private final MappedRanks ranks;
  private Memory data;
  private Memory result;
  private CollectiveOperation other;
  private long run;
  private Phase phase = Phase.ENTERING;
  private boolean isShared;
  private int agreed;

  SlicedOperation(
      Context context,
      long bytes,
      long pieceBytes,
      int columns,
      Supplier<CollectiveOperation> elsewhere) {
    super(context, Slices.of(context), bytes, pieceBytes);
    this.elsewhere = elsewhere;
    slices = shelves();
    pieces = new Pieces(slices, context, segments(), columns, this::onWorked);
    ranks = new MappedRanks(context, bytes);
  }

  /** The length of pieces of whole elements, so that each rank has one if there are so many. */
  static long pieceBytes(long bytes, long segmentBytes, long elementBytes, int size, int columns) {
    long elements = Math.ceilDiv(bytes, elementBytes);
    long share = Math.ceilDiv(elements, size);
    long least = Math.ceilDiv(elements, Slices.CELLS / columns);
    long length = Math.max(least, Math.min(share, segmentBytes / elementBytes));
    return Math.max(1, length) * elementBytes;
  }

  /** Whether a rank has data that others read. */
  abstract boolean hasOperand(int its);

  /** Whether a rank has a result that others write. */
  abstract boolean hasResult(int its);

  /** A number that all ranks of the same call have, whatever their memory is. */
  abstract long call();

  /** Whether this rank begins only after that one has said where its memory is. */
  abstract boolean isAwaited(int its);

  /** Whether that rank may be waiting for this one to begin or to end. */
  abstract boolean isWaiting(int its);

  /**
   * Whether this rank stays until the pieces of a column are done. For these others access its
   * memory.
   */
  abstract boolean needs(int column);

  /** All awaited ranks have begun. */
  abstract void onAgreed();

  /** Whether it pays to wait for ranks that begin soon before the first piece is claimed. */
  boolean expectsMore() {
    return false;
  }

  /** Hears of ranks that begin later; returns whether any did. */
  boolean hear() {
    return false;
  }

  /** Whether no rank leaves a run before all have begun it and all pieces are done. */
  abstract boolean endsTogether();

  /** This rank has done pieces of a column, and finds no more to claim there or leaves the run. */
  abstract void onWorked(int column);

  /**
   * All pieces are done that this rank needs.
   *
   * @param didLast whether it has just done one itself
   */
  abstract void onShared(boolean didLast);

  /** Begins to work on {@link #piece}, up to {@link #endPiece}. */
  abstract void beginPiece();

  @Override
  public void useMemory(Memory itsData, Memory itsResult) {
    data = itsData;
    result = itsResult;
  }

  /** Opens a column of pieces for this rank. */
  final void open(int column) {
    pieces.open(column);
  }

  /** No rank needs anything of this run any more. */
  final void setOver() {
    slices.setOver(run);
  }

  /** Whether a rank has begun. */
  final boolean hasSaid(int its) {
    return slices.hasSaid(run, its);
  }

  /**
   * Maps the memory of a rank that has begun; returns false if it can't, or if the rank has left.
   */
  final boolean map(int its) {
    Slices.Said said = slices.said(run, its);
    return said != null && map(its, said);
  }

  /** The data of a rank. */
  final Memory operand(int its) {
    return ranks.operand(its);
  }

  /** The result of a rank that has one. */
  final Memory result(int its) {
    return ranks.result(its);
  }

  @Override
  protected final void start() {
    phase = Phase.ENTERING;
    isShared = false;
    agreed = 0;
    if (isNothing()) {
      if (segments() > 0 && !data.sameAs(result)) {
        Memory.copy(data, 0, result, 0, bytes());
      }
      return;
    }
    run = slices.number();
    beginToLook();
  }

  @Override
  protected final boolean look() {
    return slices.isComplete()
        && switch (phase) {
          case ENTERING -> enter();
          case AGREEING -> agree();
          case SHARING -> work(false);
          case ELSEWHERE, DOUBTED, DONE -> false;
        };
  }

  private boolean enter() {
    if (!slices.enter(run)) {
      return false;
    }
    if (slices.isElsewhere(run)) {
      runElsewhere();
      return true;
    }
    int rank = context().rank();
    long dataPlace = hasOperand(rank) ? ranks.placeOf(data) : Port.NOWHERE;
    long resultPlace = hasResult(rank) ? ranks.placeOf(result) : Port.NOWHERE;
    pieces.begin(run);
    slices.say(run, dataPlace, resultPlace, bytes(), call());
    phase = Phase.AGREEING;
    if (agree()) {
      wakeWaiting();
    }
    return true;
  }

  /** Wakes the ranks that may be waiting for this one. */
  final void wakeWaiting() {
    for (int its = 0; its < context().size(); its++) {
      if (isWaiting(its)) {
        wake(its);
      }
    }
  }

  /** Wakes another rank if it sleeps. */
  final void wake(int its) {
    if (its == context().rank()) {
      return;
    }
    try {
      engine().wake(context().process(its));
    } catch (TransportException e) {
      // A rank that is gone sleeps no more.
    }
  }

  /** Waits until all awaited ranks have said where their memory is. */
  private boolean agree() {
    int size = context().size();
    while (agreed < size && (!isAwaited(agreed) || slices.hasSaid(run, agreed))) {
      agreed++;
    }
    if (agreed < size) {
      return false;
    }
    try {
      boolean isMapped = true;
      for (int its = 0; its < size && isMapped; its++) {
        if (isAwaited(its)) {
          Slices.Said said = slices.said(run, its);
          if (said == null) {
            leftBy();
            return true;
          }
          isMapped = map(its, said);
        }
      }
      settle(isMapped);
    } catch (TransportException e) {
      phase = Phase.DOUBTED;
      engine().watch().doubt(this, () -> e);
    }
    return true;
  }

  /**
   * A rank has left that this one awaits. It has seen the whole run: either others have done all
   * that this rank needs, or it went elsewhere. One whose run has failed stays.
   */
  private void leftBy() {
    int column = 0;
    while (!needs(column)) {
      column++;
    }
    boolean isDone = pieces.isFirstDone(column);
    slices.learn(run, isDone);
    if (isDone) {
      phase = Phase.DONE;
    } else {
      runElsewhere();
    }
  }

  private void settle(boolean isMapped) {
    slices.learn(run, isMapped);
    if (!isMapped) {
      runElsewhere();
      return;
    }
    phase = Phase.SHARING;
    isShared = true;
    onAgreed();
    work(false);
  }

  /**
   * Maps the memory of a rank; returns false if it can't be mapped.
   *
   * @throws StarlingException if the rank does not call the same
   */
  private boolean map(int its, Slices.Said said) {
    onMessage(context().process(its), tag(), said.bytes(), bytes());
    if (said.call() != call()) {
      throw new StarlingException(
          "rank %d calls %s, and rank %d another collective, or with another root. 'starling run --check' finds out which"
              .formatted(context().process(context().rank()), describe(), context().process(its)));
    }
    return (!hasOperand(its) || ranks.mapOperand(its, said.data()))
        && (!hasResult(its) || ranks.mapResult(its, said.result()));
  }

  private void runElsewhere() {
    phase = Phase.ELSEWHERE;
    stopLooking();
    if (other == null) {
      other = elsewhere.get();
    }
    CollectiveOperation current = other;
    current.useMemory(data, result);
    current.useTag(tag(), number());
    current.begin();
    current.whenDone(() -> ended(current));
  }

  private void ended(CollectiveOperation its) {
    if (its != other) {
      return;
    }
    if (its.failure() == null) {
      phase = Phase.DONE;
    } else {
      fail(its.failure());
    }
    moved();
  }

  /** Does what it can now; returns whether that was anything. */
  private boolean work(boolean didPiece) {
    boolean moved = hear();
    boolean areDone = pieces.isIdle();
    for (int column = 0; column < pieces.columns(); column++) {
      if (needs(column)) {
        moved |= pieces.count(column);
        areDone &= pieces.areDone(column);
      }
    }
    if (pieces.current() != Pieces.NONE) {
      return moved;
    }
    boolean hasClaimed = (areDone || !expectsMore()) && pieces.claim();
    if (pieces.current() != Pieces.NONE) {
      beginPiece();
    } else if (areDone && !hasClaimed) {
      phase = Phase.DONE;
      pieces.leave();
      onShared(didPiece);
      return true;
    }
    return moved || hasClaimed;
  }

  /** The column of {@link #piece}. */
  final int column() {
    return pieces.column();
  }

  /** The piece that this rank works on. */
  final int piece() {
    return pieces.current();
  }

  /** Copies the piece; ends as a fold does. */
  final void copyPiece(int child, Memory from, Memory into) {
    long offset = piece() * segmentBytes();
    if (into.isContiguous() && !into.isOnDevice()) {
      fold(child, 0, COPY, from, offset, from, offset, into, offset, length(piece()));
    } else {
      copy(child, from, offset, into, offset, length(piece()));
    }
  }

  /** The piece is done. */
  final void endPiece() {
    pieces.setDone();
    work(true);
  }

  @Override
  protected boolean finished() {
    return isNothing() || (phase == Phase.DONE && isSetUp());
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    if (failed) {
      other = null;
    }
    // The words do not matter any more where all ranks have gone elsewhere.
    if (failed && !isNothing() && phase != Phase.ELSEWHERE) {
      leaveInFailure();
    } else if (!isNothing()) {
      slices.leave(run, isShared && !endsTogether());
    }
    phase = Phase.ENTERING;
    ranks.clear();
    data = null;
    result = null;
  }

  /** After this no other rank accesses this rank's memory, but for one that is stopped. */
  private void leaveInFailure() {
    slices.fail();
    if (phase == Phase.ENTERING || phase == Phase.DONE) {
      return;
    }
    long began = System.nanoTime();
    for (int column = 0; column < pieces.columns(); column++) {
      if (needs(column)) {
        pieces.close(column);
      }
    }
    for (int column = 0; column < pieces.columns(); column++) {
      if (needs(column)) {
        pieces.awaitOthers(column, began);
      }
    }
  }

  private String describeShared() {
    int column = 0;
    while (column < pieces.columns() - 1 && (!needs(column) || pieces.areDone(column))) {
      column++;
    }
    return endsTogether() || slices.hasSaid(run, column)
        ? pieces.describe(column)
        : "rank " + context().process(column) + " has not begun it";
  }

  @Override
  protected final Operation delegate() {
    return phase == Phase.ELSEWHERE ? other : super.delegate();
  }

  /** What it is, such as {@code broadcast of 8 bytes from rank 0}. */
  abstract String describeCall();

  @Override
  public final String describe() {
    return phase == Phase.ELSEWHERE && other != null
        ? other.describe()
        : "%s in %s (%s)"
            .formatted(describeCall(), Plural.of(segments(), "slice"), describePhase());
  }

  private String describePhase() {
    return switch (phase) {
      case ENTERING -> "not begun here";
      case AGREEING ->
          agreed < context().size()
              ? "rank " + context().process(agreed) + " has not begun it"
              : "all ranks have begun it";
      case SHARING -> describeShared();
      case DOUBTED -> "some memory can't be reached";
      case ELSEWHERE -> "another algorithm begins";
      case DONE -> "done";
    };
  }
}
