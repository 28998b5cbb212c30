package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A collective of ranks that access each other's memory where it is. First each rank says where
 * that is. If others do not map some of it, because it is private, on the Java heap, on a device or
 * has gaps, another algorithm runs, on all ranks. The next runs then do so at once, and ask again
 * now and then: most programs always use the same kind of memory.
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
    /** Not all ranks have said where their memory is. */
    AGREEING,
    /** All ranks map all memory. */
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
  private final Memory[] operands;
  private final Memory[] results;
  private Memory data;
  private Memory result;
  private CollectiveOperation other;
  private long run;
  private Phase phase = Phase.ENTERING;
  private int agreed;

  SlicedOperation(
      Context context, long bytes, long pieceBytes, Supplier<CollectiveOperation> elsewhere) {
    super(context, Slices.of(context), bytes, pieceBytes);
    this.elsewhere = elsewhere;
    slices = shelves();
    pieces = new Pieces(slices, context, segments());
    operands = new Memory[context.size()];
    results = new Memory[context.size()];
  }

  /** The length of pieces of whole elements, so that each rank has one if there are so many. */
  static long pieceBytes(long bytes, long segmentBytes, long elementBytes, int size) {
    long elements = Math.ceilDiv(bytes, elementBytes);
    long share = Math.ceilDiv(elements, size);
    long least = Math.ceilDiv(elements, Slices.PIECES);
    long length = Math.max(least, Math.min(share, segmentBytes / elementBytes));
    return Math.max(1, length) * elementBytes;
  }

  /** Whether it serves a communicator; all its ranks answer alike. */
  public static boolean suits(Context context) {
    return Groups.areOne(context);
  }

  /** Whether a rank has data that others read. */
  boolean hasOperand(int its) {
    return true;
  }

  /** Whether a rank has a result that others write. */
  abstract boolean hasResult(int its);

  /** A number that all ranks of the same call have, whatever their memory is. */
  abstract long call();

  /** Begins to work on {@link #piece}, up to {@link #endPiece}. */
  abstract void beginPiece();

  @Override
  public void useMemory(Memory itsData, Memory itsResult) {
    data = itsData;
    result = itsResult;
  }

  /** The data of a rank. */
  final Memory operand(int its) {
    return operands[its];
  }

  /** The result of a rank that has one. */
  final Memory result(int its) {
    return results[its];
  }

  @Override
  protected final void start() {
    phase = Phase.ENTERING;
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
          case SHARING -> work();
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
    long dataPlace = hasOperand(rank) ? placeOf(data) : Port.NOWHERE;
    long resultPlace = hasResult(rank) ? placeOf(result) : Port.NOWHERE;
    slices.say(run, dataPlace, resultPlace, bytes(), call());
    phase = Phase.AGREEING;
    if (agree()) {
      wakeOthers();
    }
    return true;
  }

  /** This rank has done the last that all wait for. */
  private void wakeOthers() {
    for (int its = 0; its < context().size(); its++) {
      if (its != context().rank()) {
        wake(context().process(its));
      }
    }
  }

  private void wake(int process) {
    try {
      engine().wake(process);
    } catch (TransportException e) {
      // A rank that is gone sleeps no more.
    }
  }

  private long placeOf(Memory memory) {
    return memory.isDirect() && !memory.isOnDevice()
        ? engine().placeOf(memory.segment().asSlice(0, bytes()))
        : Port.NOWHERE;
  }

  /** Waits until all ranks have said where their memory is. */
  private boolean agree() {
    int size = context().size();
    while (agreed < size && slices.hasSaid(run, agreed)) {
      agreed++;
    }
    if (agreed < size) {
      return false;
    }
    long[] said = slices.said(run);
    // A rank that is gone has seen the whole run: either all pieces are done, or none ever is.
    // One whose run has failed stays.
    boolean isOver = said == null;
    if (!isOver) {
      checkCalls(said);
    }
    try {
      settle(isOver, isOver ? slices.isDone(run, 0) : areMapped(said));
    } catch (TransportException e) {
      phase = Phase.DOUBTED;
      engine().watch().doubt(this, () -> e);
    }
    return true;
  }

  private void settle(boolean isOver, boolean isMapped) {
    slices.learn(run, isMapped);
    if (!isMapped) {
      runElsewhere();
    } else if (isOver) {
      end();
    } else {
      phase = Phase.SHARING;
      pieces.begin(run);
      work();
    }
  }

  /** Fails on all ranks if two of them do not call the same. */
  private void checkCalls(long... said) {
    for (int its = 0; its < operands.length; its++) {
      onMessage(context().process(its), tag(), said[Slices.bytesOf(its)], bytes());
      if (said[Slices.callOf(its)] != call()) {
        throw new StarlingException(
            "rank %d calls %s, and rank %d another collective, or with another root. 'starling run --check' finds out which"
                .formatted(
                    context().process(context().rank()), describe(), context().process(its)));
      }
    }
  }

  /** Maps the memory of all ranks; returns false if some of it can't be mapped. */
  private boolean areMapped(long... said) {
    for (int its = 0; its < operands.length; its++) {
      operands[its] = hasOperand(its) ? at(its, said[Slices.dataOf(its)]) : Memory.EMPTY;
      results[its] = hasResult(its) ? at(its, said[Slices.resultOf(its)]) : Memory.EMPTY;
      if (operands[its] == null || results[its] == null) {
        return false;
      }
    }
    return true;
  }

  private Memory at(int its, long place) {
    return place == Port.NOWHERE
        ? null
        : Memory.of(engine().at(context().process(its), place, bytes()));
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
      end();
    } else {
      fail(its.failure());
    }
    moved();
  }

  /** All is done. */
  private void end() {
    phase = Phase.DONE;
  }

  /** Does what it can now; returns whether that was anything. */
  private boolean work() {
    boolean moved = pieces.count();
    if (pieces.areDone()) {
      end();
      return true;
    }
    if (pieces.current() != Pieces.NONE) {
      return moved;
    }
    moved |= pieces.claim();
    if (pieces.current() != Pieces.NONE) {
      beginPiece();
    }
    return moved;
  }

  /** The piece that this rank works on. */
  final int piece() {
    return pieces.current();
  }

  /** Copies the piece; ends as a fold of it does. */
  final void copyPiece(int child, Memory from, Memory into) {
    long offset = piece() * segmentBytes();
    fold(child, piece(), COPY, from, offset, from, offset, into, offset, length(piece()));
  }

  /** The piece lies in all results. */
  final void endPiece() {
    pieces.setDone();
    work();
    if (phase == Phase.DONE) {
      wakeOthers();
    }
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
      slices.fail(run, segments(), hasSaid());
    } else if (!isNothing()) {
      slices.leave(run);
    }
    phase = Phase.ENTERING;
    Arrays.fill(operands, null);
    Arrays.fill(results, null);
    data = null;
    result = null;
  }

  /** Whether others may access this rank's memory. */
  private boolean hasSaid() {
    return phase == Phase.AGREEING || phase == Phase.SHARING || phase == Phase.DOUBTED;
  }

  /** Describes how far it is. */
  final String describePhase() {
    return switch (phase) {
      case ENTERING -> "an older one is open";
      case AGREEING ->
          agreed < operands.length
              ? "rank " + context().process(agreed) + " has not begun it"
              : "all ranks have begun it";
      case SHARING -> pieces.describe();
      case DOUBTED -> "some memory can't be reached";
      case ELSEWHERE -> other == null ? "elsewhere" : other.describe();
      case DONE -> "done";
    };
  }
}
