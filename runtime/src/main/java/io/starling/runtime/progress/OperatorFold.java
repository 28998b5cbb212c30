package io.starling.runtime.progress;

import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.ReductionOperator;
import io.starling.runtime.reduction.ReductionOperators;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The fold of an operator that a program made. While it runs, its rank refuses calls of its thread
 * (MPI 4.1, section 6.9.5): the engine is in the middle of an event, and a call that waits would
 * bring the next one, which folds again. Calls pay nothing for that while no such operator runs.
 */
public final class OperatorFold implements Fold {

  private final Engine engine;
  private final Guard guard;
  private final String name;
  private final Fold fold;
  private Thread thread;
  private IllegalStateException refusal;

  private OperatorFold(Engine engine, String name, Fold fold) {
    this.engine = engine;
    this.guard = engine.access().guard();
    this.name = name;
    this.fold = fold;
  }

  /** The fold for a machine of an engine; a predefined one is what it was. */
  public static Fold of(Engine engine, ReductionOperator operator, Datatype type) {
    Fold fold = operator.fold(type);
    return ReductionOperators.whatIs(fold).isPresent()
        ? fold
        : new OperatorFold(engine, operator.name(), fold);
  }

  @Override
  public void fold(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long bytes) {
    thread = Thread.currentThread();
    guard.run(this);
    try {
      fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, bytes);
    } catch (RuntimeException e) {
      note(e);
      throw e;
    } finally {
      guard.run(null);
    }
  }

  /** What the program has thrown stays what it is, and tells beside where that was. */
  private void note(RuntimeException thrown) {
    if (thrown == refusal
        || Arrays.stream(thrown.getSuppressed()).anyMatch(Note.class::isInstance)) {
      return;
    }
    thrown.addSuppressed(
        new Note(
            "rank %d: thrown by the reduction operator '%s' while it folded for %s"
                .formatted(engine.rank(), name, engine.posts().describeCurrent())));
  }

  /** Whether it runs on the calling thread; to be asked while it runs. */
  boolean runsHere() {
    return thread == Thread.currentThread();
  }

  /** Why a call inside it is refused. */
  IllegalStateException refusal() {
    refusal =
        new IllegalStateException(
            "rank %d: the reduction operator '%s' called Starling while it folded for %s. An operator may not communicate, start or await anything (MPI 4.1, section 6.9.5): make the call before or after that operation"
                .formatted(engine.rank(), name, engine.posts().describeCurrent()));
    return refusal;
  }

  /** Stands beside an exception and needs no stack. */
  private static final class Note extends Exception {

    private static final long serialVersionUID = 1L;

    Note(String message) {
      super(message, null, false, false);
    }
  }
}
