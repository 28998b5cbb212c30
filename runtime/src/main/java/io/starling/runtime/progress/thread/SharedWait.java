package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.Engine;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A wait of one of several threads: it leads the {@link ActiveThreads}, or is parked until another
 * thread has found it done. The thread leaves the guard whenever it has nothing to do.
 */
final class SharedWait extends Wait {

  private final Guard guard;
  private final ActiveThreads activeThreads;
  private final IdleStrategy idleStrategy;
  private final Thread thread = Thread.currentThread();
  private BooleanSupplier condition;
  private boolean done;

  SharedWait(
      Engine engine,
      Guard guard,
      ActiveThreads activeThreads,
      IdleStrategy idleStrategy,
      LongSupplier clock) {
    super(engine, clock);
    this.guard = guard;
    this.activeThreads = activeThreads;
    this.idleStrategy = idleStrategy;
  }

  Thread thread() {
    return thread;
  }

  void expect(BooleanSupplier itsCondition) {
    condition = itsCondition;
  }

  /**
   * Asks until the answer is yes, and never again: a probe may take the message for which it looks.
   */
  boolean isDone() {
    done = done || condition.getAsBoolean();
    return done;
  }

  @Override
  boolean until(BooleanSupplier itsCondition) {
    expect(itsCondition);
    activeThreads.waits();
    try {
      // Completions during a post are delivered by the next doWork, which may be this one.
      engine.doWork();
      activeThreads.runAfterwards(this);
      boolean leads = false;
      while (!isDone() && !isOver()) {
        boolean led = leads;
        leads = activeThreads.lead(this);
        if (leads && !led) {
          idleStrategy.reset();
        }
        boolean slept = leads ? poll() : park();
        // A wait that is done is not interrupted: it may have taken a message.
        if (!done) {
          lookIf(slept);
        }
        if (guard.hasEnded() && !isDone()) {
          throw guard.closed();
        }
      }
      return done;
    } finally {
      activeThreads.callNext(this);
    }
  }

  /** Returns whether it has slept. */
  private boolean poll() {
    if (engine.doWork() > 0) {
      idleStrategy.reset();
      progressed();
      activeThreads.runAfterwards(this);
      activeThreads.letOthersIn();
      return false;
    }
    switch (idleStrategy.idle()) {
      case SPIN -> activeThreads.letOthersIn();
      case YIELD -> {
        activeThreads.yieldCore();
        idleStrategy.yielded();
      }
      case SLEEP -> {
        if (!activeThreads.sleep(remaining(SLEEP_NANOSECONDS))) {
          activeThreads.stepDown(this);
          park();
        }
        return true;
      }
    }
    return false;
  }

  private boolean park() {
    activeThreads.park(this, remaining(SLEEP_NANOSECONDS));
    return true;
  }
}
