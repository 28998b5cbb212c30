package io.starling.runtime.progress;

import java.util.function.Supplier;

/**
 * A look for a message that has come and that no receive has taken (MPI 4.1, section 3.8). It finds
 * the message that a receive with the same tag and mask, posted now, would get.
 *
 * <p>To be used once.
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
   * Does nothing yet.
   *
   * @param remove whether to take the message out of the queue, so that only {@link
   *     CancellableOperation#receiveMatched} can receive it
   * @param what it looks for, for people
   * @param obstacle why there will be no message, as {@link Casualties} say, or null
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

  /** Makes progress once, and tells whether there is such a message. */
  public boolean test() {
    engine.enter();
    try {
      engine.doWork();
      return conclude(look());
    } finally {
      engine.leave();
    }
  }

  /** Makes progress until there is such a message. */
  public void await() {
    engine.enter();
    try {
      if (!test()) {
        engine.await(this);
        conclude(true);
      }
    } finally {
      engine.leave();
    }
  }

  /** Whether the look is over, well or not. Throws nothing: another thread may ask. */
  boolean look() {
    if (engine.probe(tag, mask, remove, found)) {
      return true;
    }
    if (engine.lookout().knowsAnything()) {
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

  /** The message, after a look that has found one. */
  public MessageInfo found() {
    return found;
  }

  /** What this looks for, for people. */
  String describe() {
    return what.get();
  }
}
