package io.starling.executor;

import io.starling.collectives.Communicator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A thread of the pool takes the answers, and other threads wait for what it notes. In a job of one
 * rank, a second thread runs the tasks. Needs {@link io.starling.runtime.ThreadLevel#MULTIPLE}.
 */
final class ThreadProgress implements Progress {

  private final Dispatcher dispatcher;
  private final Answers answers;
  private final Thread taker;
  private final Thread self;

  ThreadProgress(Communicator communicator, Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
    answers = new Answers(communicator, dispatcher, dispatcher.ranks());
    var threads = Thread.ofPlatform().daemon();
    taker = threads.name("starling-executor").unstarted(this::takeAll);
    self =
        communicator.size() == 1
            ? threads
                .name("starling-executor-worker")
                .unstarted(() -> Worker.of(communicator, 0).serve())
            : null;
  }

  void start() {
    taker.start();
    if (self != null) {
      self.start();
    }
  }

  private void takeAll() {
    try {
      while (!dispatcher.isTerminated()) {
        answers.take(Long.MAX_VALUE);
      }
    } catch (RuntimeException e) {
      dispatcher.breakDown(e);
    }
  }

  @Override
  public boolean await(BooleanSupplier condition, long nanoseconds) throws InterruptedException {
    ReentrantLock lock = dispatcher.lock();
    Condition changed = dispatcher.changed();
    lock.lockInterruptibly();
    try {
      long left = nanoseconds;
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void look() {}

  @Override
  public void end() {
    answers.end();
  }

  @Override
  public void leave() {
    join(taker);
    if (self != null) {
      join(self);
    }
  }

  /** Its end needs nothing of the caller: the interrupt stays for later. */
  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
