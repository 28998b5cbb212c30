package io.starling.runtime.transport.simulated;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** One rank of {@link SimulatedRanks}: its program, its thread, and the switch between both. */
final class SimulatedRank implements Sleeper {

  /** The time of a look for messages in a program that does nothing else. */
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
  // The writes of one thread before the switch are visible to the other.
  private volatile boolean running;
  private boolean done = true;
  private boolean started;
  private boolean stopped;
  private Throwable failure;
  private long deadline = Long.MAX_VALUE;
  private long ended;
  private int vainLooks;

  /** A rank with a port, which the engine sees as {@code itsEnd}. */
  SimulatedRank(SimulatedPort port, Port itsEnd) {
    this.port = port;
    engine =
        Engines.of(
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

  /** Whether it has run a program, or runs one. */
  boolean hasBegun() {
    return thread != null;
  }

  /** Prepares a program that begins at a time in picoseconds. */
  void join(IntConsumer program, Thread itsScheduler, long time) {
    port.idleUntil(time);
    begin(program, itsScheduler);
  }

  /** Prepares a program. */
  void begin(IntConsumer program, Thread itsScheduler) {
    scheduler = itsScheduler;
    done = false;
    started = false;
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
   * Does the rank's work, and resumes its program if its wait may be over. Returns whether the
   * program has ended.
   */
  boolean wake() {
    if (port.isSilent()) {
      return die();
    }
    boolean found;
    do {
      found = engine.doWork() > 0;
    } while (found && !port.hasMail());
    boolean news = engine.endedOperations() != ended || engine.waits().isProbing();
    if (done || !(news || port.clock() >= deadline || isNew())) {
      sleepShortly();
      return false;
    }
    resume();
    return done;
  }

  /** The work may have given other threads work, whose end sends no message. */
  private void sleepShortly() {
    long longest = engine.longestSleep();
    if (longest != Long.MAX_VALUE && !done) {
      long latest = port.clock() + longest * VirtualTime.PER_NANOSECOND;
      if (latest < deadline) {
        deadline = latest;
        port.wakeIn(longest * VirtualTime.PER_NANOSECOND);
      }
    }
  }

  private boolean isNew() {
    return !started;
  }

  private void resume() {
    running = true;
    if (isNew()) {
      started = true;
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

  /** The program ends where it waits; returns whether it had not ended. */
  private boolean die() {
    boolean lived = !done;
    stop();
    done = true;
    return lived;
  }

  /** Ends a waiting program. */
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

  /**
   * Advances the time of a program that polls and never waits; otherwise time would stand still.
   */
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
      throw new StarlingException("stopped: " + engine.waits().pending());
    }
  }

  private void handBack() {
    running = false;
    LockSupport.unpark(scheduler);
  }
}
