package io.starling.runtime.progress;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Operations that run one after the other as the parts of a whole: the next one begins when the one
 * before it is complete, and if one fails, the whole does.
 */
public final class Stages {

  private final Operation whole;
  private final List<? extends Operation> parts;
  private final IntConsumer prepare;
  private int current;

  /**
   * Stages of an operation.
   *
   * @param whole which starts them in its start, asks whether they have finished, and abandons them
   *     at its end
   * @param prepare is given the number of a part before it begins
   */
  public Stages(Operation whole, List<? extends Operation> parts, IntConsumer prepare) {
    this.whole = whole;
    this.parts = List.copyOf(parts);
    this.prepare = prepare;
  }

  /** Begins with the first. */
  public void start() {
    current = 0;
    beginCurrent();
  }

  private void beginCurrent() {
    if (!finished()) {
      prepare.accept(current);
      parts.get(current).begin();
      parts.get(current).whenDone(this::ended);
    }
  }

  private void ended() {
    RuntimeException failure = parts.get(current).failure();
    if (!whole.isListening()) {
      return;
    }
    if (failure != null) {
      whole.fail(failure);
      return;
    }
    current++;
    try {
      beginCurrent();
    } catch (RuntimeException | Error e) {
      whole.fail(e);
    }
    whole.advance();
  }

  /** Whether all are complete. */
  public boolean finished() {
    return current == parts.size();
  }

  /** Ends the one that is under way, if any, after the whole has failed. */
  public void abandon(Throwable cause) {
    if (!finished() && !parts.get(current).isDone()) {
      parts.get(current).fail(cause);
    }
  }
}
