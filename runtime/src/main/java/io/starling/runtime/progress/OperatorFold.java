package io.starling.runtime.progress;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import io.starling.runtime.reduction.Operators;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The fold of a user-defined operator. While it runs, its rank refuses calls of its thread (MPI
 * 4.1, section 6.9.5): the engine is in the middle of an event, and a call that waits would deliver
 * the next event, which folds again. The check costs nothing while no such operator runs.
 */
public final class OperatorFold implements Fold {

  private final Engine engine;
  private final Threads threads;
  private final String name;
  private final Fold fold;
  private Thread thread;
  private IllegalStateException refusal;

  private OperatorFold(Engine engine, String name, Fold fold) {
    this.engine = engine;
    this.threads = engine.threads();
    this.name = name;
    this.fold = fold;
  }

  /** Wraps the fold for the operations of an engine; a predefined fold is returned unchanged. */
  public static Fold of(Engine engine, ReductionOperator operator, Datatype type) {
    Fold fold = FoldingOperator.of(operator).fold(type);
    return Operators.whatIs(fold).isPresent()
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
    threads.run(this);
    try {
      fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, bytes);
    } catch (RuntimeException e) {
      note(e);
      throw e;
    } finally {
      threads.run(null);
    }
  }

  /** Keeps the exception of the program, and adds a suppressed exception that names the place. */
  private void note(RuntimeException thrown) {
    if (thrown == refusal
        || Arrays.stream(thrown.getSuppressed()).anyMatch(Note.class::isInstance)) {
      return;
    }
    thrown.addSuppressed(
        new Note(
            "rank %d: thrown by the reduction operator '%s' in %s"
                .formatted(engine.rank(), name, engine.poster().describeCurrent())));
  }

  /** Whether it runs on the calling thread; to be called while it runs. */
  public boolean runsHere() {
    return thread == Thread.currentThread();
  }

  /** Why a call inside it is refused. */
  public IllegalStateException refusal() {
    refusal =
        new IllegalStateException(
            "rank %d: the reduction operator '%s' called Starling during %s. An operator must not communicate, start or await anything (MPI 4.1, section 6.9.5); make the call before or after that operation"
                .formatted(engine.rank(), name, engine.poster().describeCurrent()));
    return refusal;
  }

  /** A suppressed exception that needs no stack trace. */
  private static final class Note extends Exception {

    private static final long serialVersionUID = 1L;

    Note(String message) {
      super(message, null, false, false);
    }
  }
}
