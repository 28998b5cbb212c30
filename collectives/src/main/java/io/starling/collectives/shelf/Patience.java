package io.starling.collectives.shelf;

import io.starling.runtime.progress.Engine;

/**
 * How long a rank waits for others before it does their work too: a few times as long as that
 * usually takes. It is measured, because machines differ. Too little costs a copy, too much time.
 */
final class Patience {

  private static final long FIRST_GUESS_NANOSECONDS = 50_000;
  private static final int TIMES = 4;
  private static final int MEMORY = 8;

  private final Engine engine;
  private long usual = FIRST_GUESS_NANOSECONDS;
  private long awaited = -1;
  private long since;

  Patience(Engine engine) {
    this.engine = engine;
  }

  long now() {
    return engine.nanoTime();
  }

  /** What usually takes as long has ended. */
  void learn(long began) {
    usual += (now() - began - usual) / MEMORY;
  }

  /** Whether this rank has waited too long for the same thing. Then it begins to wait anew. */
  boolean isOver(long thing) {
    boolean isOver = isStill(thing);
    if (isOver) {
      since = now();
    }
    return isOver;
  }

  /** Whether the same thing has been awaited for too long. */
  boolean isStill(long thing) {
    long now = now();
    if (thing != awaited) {
      awaited = thing;
      since = now;
    }
    return now - since > TIMES * usual;
  }
}
