package io.starling.runtime.progress;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Operations that run one after the other as the parts of a whole. Each begins when the previous
 * one is complete; if one fails, the whole fails.
 */
public final class Stages {

  private final Operation whole;
  private final List<? extends Operation> parts;
  private final IntConsumer prepare;
  private int current;

  /**
   * The stages of an operation.
   *
   * @param whole the operation that starts them in its start, asks whether they have finished, and
   *     abandons them at its end
   * @param prepare called with the number of each part before it begins
   */
  public Stages(Operation whole, List<? extends Operation> parts, IntConsumer prepare) {
    this.whole = whole;
    this.parts = List.copyOf(parts);
    this.prepare = prepare;
  }

  /** Begins the first stage. */
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

  /** Whether all stages are complete. */
  public boolean finished() {
    return current == parts.size();
  }

  /** The first stage that is not complete, or null. */
  public Operation current() {
    return finished() ? null : parts.get(current);
  }

  /** Ends the open stage, if any, after the whole has failed. */
  public void abandon(Throwable cause) {
    if (!finished() && !parts.get(current).isDone()) {
      parts.get(current).fail(cause);
    }
  }
}
