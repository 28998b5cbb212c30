package io.starling.executor;

import io.starling.collectives.Communicator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import java.util.function.BooleanSupplier;

/**
 * The callers take the answers, in the calls of the pool and of futures: at every thread level
 * below {@link ThreadLevel#MULTIPLE}, no other thread may call Starling. In a job of one rank, they
 * also run the tasks.
 */
final class CallerProgress implements Progress {

  private final Dispatcher dispatcher;
  private final Answers answers;
  private final Worker self;
  private final Thread owner = Thread.currentThread();
  private boolean isInside;

  CallerProgress(Communicator communicator, Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    answers = new Answers(communicator, dispatcher, dispatcher.ranks());
    self = communicator.size() == 1 ? Worker.of(communicator, 0) : null;
  }

  @Override
  public boolean await(BooleanSupplier condition, long nanoseconds) throws InterruptedException {
    long began = System.nanoTime();
    refuseInTask();
    try {
      while (!condition.getAsBoolean()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        long left = nanoseconds == Long.MAX_VALUE ? nanoseconds : remaining(nanoseconds, began);
        if (left <= 0) {
          take(0);
          return condition.getAsBoolean();
        }
        take(left);
      }
      return true;
    } catch (StarlingException e) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException(e.getMessage());
        interrupted.initCause(e);
        throw interrupted;
      }
      throw e;
    }
  }

  private static long remaining(long nanoseconds, long began) {
    return nanoseconds - (System.nanoTime() - began);
  }

  /** While this rank has tasks for itself, it must not sleep. */
  private void take(long nanoseconds) {
    if (self == null) {
      answers.take(nanoseconds);
      return;
    }
    answers.take(dispatcher.hasFlights() ? 0 : nanoseconds);
    self.serveIfAny();
  }

  private void refuseInTask() {
    if (self != null && self.isRunning()) {
      throw new IllegalStateException(
          "a task waits for another task, but only rank 0 runs tasks, one after the other;"
              + " start the job with more ranks");
    }
  }

  /** Not for a thread that only asks, and not again inside of a task of a job of one rank. */
  @Override
  public void look() {
    if (Thread.currentThread() == owner && !isInside && !Thread.currentThread().isInterrupted()) {
      isInside = true;
      try {
        while (answers.take(0)) {
          // The next one.
        }
      } finally {
        isInside = false;
      }
    }
  }

  @Override
  public void end() {
    answers.end();
  }

  @Override
  public void leave() {
    answers.leave();
    if (self != null) {
      self.serve();
    }
  }
}
