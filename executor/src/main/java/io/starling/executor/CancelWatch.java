package io.starling.executor;

import io.starling.runtime.StarlingException;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the news of cancelled tasks while a task runs, every 10 ms: so the worker's thread waits
 * for tasks alone, and gets them without a hand-over.
 */
final class CancelWatch implements AutoCloseable {

  private static final long PAUSE_NANOSECONDS = 10_000_000;

  private final Worker worker;
  private final Thread thread;
  private volatile boolean closed;

  private CancelWatch(Worker worker) {
    this.worker = worker;
    thread = Thread.ofPlatform().daemon().name("starling-executor-cancel").unstarted(this::watch);
  }

  static CancelWatch of(Worker worker) {
    CancelWatch watch = new CancelWatch(worker);
    watch.thread.start();
    return watch;
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(this, PAUSE_NANOSECONDS);
      if (!closed && worker.isRunning()) {
        try {
          worker.readCancels();
        } catch (StarlingException | IllegalStateException e) {
          // The worker's own thread meets the same failure, and says so.
          return;
        }
      }
    }
  }

  /** Waits for its last look: nothing of it uses the communicator then. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    boolean interrupted = Thread.interrupted();
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
