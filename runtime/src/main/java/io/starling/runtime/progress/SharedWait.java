package io.starling.runtime.progress;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A wait of one of several threads: it leads the {@link Crowd}, or is parked until another one has
 * found it done. The guard is left whenever this thread has nothing to do.
 */
final class SharedWait extends Wait {

  private final Guard guard;
  private final Crowd crowd;
  private final IdleStrategy idleStrategy;
  private final Thread thread = Thread.currentThread();
  private BooleanSupplier condition;
  private boolean done;

  SharedWait(
      Engine engine,
      Guard guard,
      Crowd crowd,
      IdleStrategy idleStrategy,
      Operation operation,
      LongSupplier clock,
      long limit) {
    super(engine, operation, clock, limit);
    this.guard = guard;
    this.crowd = crowd;
    this.idleStrategy = idleStrategy;
  }

  Thread thread() {
    return thread;
  }

  void expect(BooleanSupplier itsCondition) {
    condition = itsCondition;
  }

  /** Asks until it is so, and never again: whoever looks may take what it looks for. */
  boolean isDone() {
    done = done || condition.getAsBoolean();
    return done;
  }

  @Override
  boolean until(BooleanSupplier itsCondition) {
    expect(itsCondition);
    crowd.waits();
    try {
      // Completions within a post are delivered by the next doWork, which may be this one.
      engine.doWork();
      crowd.runAfterwards(this);
      boolean leads = false;
      while (!isDone() && !isOver()) {
        boolean led = leads;
        leads = crowd.lead(this);
        if (leads && !led) {
          idleStrategy.reset();
        }
        boolean slept = leads ? poll() : park();
        // Whoever has what it waits for is not interrupted: it may have taken a message.
        if (!done) {
          lookIf(slept);
        }
        if (guard.hasEnded() && !isDone()) {
          throw guard.closed();
        }
      }
      return done;
    } finally {
      crowd.callNext(this);
    }
  }

  /** Returns whether it has slept. */
  private boolean poll() {
    if (engine.doWork() > 0) {
      idleStrategy.reset();
      progressed();
      crowd.runAfterwards(this);
      crowd.letOthersIn();
      return false;
    }
    switch (idleStrategy.idle()) {
      case SPIN -> crowd.letOthersIn();
      case YIELD -> {
        crowd.yieldCore();
        idleStrategy.yielded();
      }
      case SLEEP -> {
        if (!crowd.sleep(remaining(SLEEP_NANOSECONDS))) {
          crowd.stepDown(this);
          park();
        }
        return true;
      }
    }
    return false;
  }

  private boolean park() {
    crowd.park(this, remaining(SLEEP_NANOSECONDS));
    return true;
  }
}
