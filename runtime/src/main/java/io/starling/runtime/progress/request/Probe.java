package io.starling.runtime.progress.request;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.CancellableOperation;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.FailureWatch;
import io.starling.runtime.progress.MessageInfo;
import java.util.function.Supplier;

/**
 * A search for a message that has arrived and that no receive has matched (MPI 4.1, section 3.8).
 * It finds the message that a receive with the same tag and mask would match if it were posted now.
 *
 * <p>A probe is used once.
 */
public final class Probe {

  private final Engine engine;
  private final long tag;
  private final long mask;
  private final boolean remove;
  private final Supplier<String> what;
  private final Supplier<RuntimeException> obstacle;
  private final MessageInfo found = new MessageInfo();
  private RuntimeException failure;

  /**
   * A probe that has not looked yet.
   *
   * @param remove whether to remove the message from the queue, so that only {@link
   *     CancellableOperation#receiveMatched} can receive it
   * @param what describes the message, for reports
   * @param obstacle why there will be no message according to {@link FailureWatch}, or null
   */
  public Probe(
      Engine engine,
      long tag,
      long mask,
      boolean remove,
      Supplier<String> what,
      Supplier<RuntimeException> obstacle) {
    this.engine = engine;
    this.tag = tag;
    this.mask = mask;
    this.remove = remove;
    this.what = what;
    this.obstacle = obstacle;
  }

  /** Makes progress once; returns whether there is such a message. */
  public boolean test() {
    engine.enter();
    try {
      if (Thread.currentThread().isInterrupted()) {
        throw new StarlingException(
            "interrupted: rank %d waits for %s".formatted(engine.rank(), what.get()));
      }
      return progress();
    } finally {
      engine.leave();
    }
  }

  private boolean progress() {
    engine.look();
    return conclude(look());
  }

  /** Makes progress until there is such a message. */
  public void await() {
    engine.enter();
    try {
      if (!progress()) {
        engine.waits().await(this::look, what);
        conclude(true);
      }
    } finally {
      engine.leave();
    }
  }

  /**
   * Whether the search is over, with success or failure. It does not throw, because another thread
   * may call it.
   */
  private boolean look() {
    if (engine.probe(tag, mask, remove, found)) {
      return true;
    }
    if (engine.watch().knowsAnything()) {
      failure = obstacle.get();
    }
    return failure != null;
  }

  private boolean conclude(boolean over) {
    if (failure != null) {
      throw failure;
    }
    return over;
  }

  /** The message that was found. */
  public MessageInfo found() {
    return found;
  }
}
