package io.starling.runtime.transport.simulated;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.IdleStrategy;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Threading;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** One of a {@link Crew}: a rank's program, its thread, and who of both runs. */
final class Hand implements Sleeper {

  /** How long a look for messages takes in a program that does nothing else. */
  private static final long POLL_NANOSECONDS = 100;

  private static final int LOOKS_OF_A_WAIT = 1;

  private static final IdleStrategy SLEEP_AT_ONCE =
      new IdleStrategy() {
        @Override
        public void reset() {}

        @Override
        public Pause idle() {
          return Pause.SLEEP;
        }
      };

  private final SimulatedPort port;
  private final Engine engine;
  private Thread thread;
  private Thread scheduler;
  // What the one thread wrote before it handed over, the other one sees.
  private volatile boolean running;
  private boolean done = true;
  private boolean stopped;
  private Throwable failure;
  private long deadline = Long.MAX_VALUE;
  private long ended;
  private int vainLooks;

  /** Works on a port, which the engine sees as {@code itsEnd}. */
  Hand(SimulatedPort port, Port itsEnd) {
    this.port = port;
    engine =
        new Engine(
            itsEnd,
            SLEEP_AT_ONCE,
            Threading.UNGUARDED,
            () -> port.clock() / VirtualTime.PER_NANOSECOND);
    port.sleepBy(this);
  }

  Engine engine() {
    return engine;
  }

  boolean isDone() {
    return done;
  }

  /** Gets a program ready. */
  void begin(IntConsumer program) {
    scheduler = Thread.currentThread();
    done = false;
    thread = Thread.ofVirtual().name("rank-" + port.rank()).unstarted(() -> work(program));
    port.wakeLater();
  }

  private void work(IntConsumer program) {
    try {
      program.accept(port.rank());
    } catch (Throwable e) {
      failure = e;
    } finally {
      done = true;
      handBack();
    }
  }

  /**
   * Does the rank's work, and lets its program go on where that may be what it waits for. Returns
   * whether the program has ended by that.
   */
  boolean wake() {
    boolean found;
    do {
      found = engine.doWork() > 0;
    } while (found && !port.hasMail());
    boolean news = engine.endedOperations() != ended || engine.isProbing();
    if (done || !(news || port.clock() >= deadline || isNew())) {
      return false;
    }
    resume();
    return done;
  }

  private boolean isNew() {
    return thread.getState() == Thread.State.NEW;
  }

  private void resume() {
    running = true;
    if (isNew()) {
      thread.start();
    } else {
      LockSupport.unpark(thread);
    }
    while (running) {
      LockSupport.park(this);
    }
    rethrow();
  }

  private void rethrow() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  /** Ends a program that waits. */
  void stop() {
    if (!done && !isNew()) {
      stopped = true;
      failure = null;
      running = true;
      LockSupport.unpark(thread);
      while (running) {
        LockSupport.park(this);
      }
    }
  }

  @Override
  public void sleep(long nanoseconds) {
    if (nanoseconds == Long.MAX_VALUE) {
      deadline = Long.MAX_VALUE;
    } else {
      deadline = port.clock() + nanoseconds * VirtualTime.PER_NANOSECOND;
      port.wakeIn(nanoseconds * VirtualTime.PER_NANOSECOND);
    }
    vainLooks = 0;
    pause();
  }

  /** A program that only looks, and never waits, would stop the time. */
  @Override
  public boolean foundNothing() {
    boolean onlyLooks = running && ++vainLooks > LOOKS_OF_A_WAIT;
    if (onlyLooks) {
      sleep(POLL_NANOSECONDS);
    }
    return onlyLooks;
  }

  private void pause() {
    if (!stopped) {
      ended = engine.endedOperations();
      handBack();
      while (!running) {
        LockSupport.park(this);
      }
    }
    if (stopped) {
      throw new StarlingException("stopped: " + engine.pending());
    }
  }

  private void handBack() {
    running = false;
    LockSupport.unpark(scheduler);
  }
}
