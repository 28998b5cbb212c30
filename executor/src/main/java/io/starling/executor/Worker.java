package io.starling.executor;

import io.starling.collectives.CodecException;
import io.starling.collectives.Communicator;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A rank that runs tasks, one after the other, on the thread that serves. It answers each task, in
 * their order, until null comes in place of a task.
 *
 * <p>News of cancelled tasks have a tag of their own. They are read before each task, and while one
 * runs by a {@link CancelWatch} if threads may call.
 */
final class Worker {

  /** From the root: a task, or null at the end. */
  static final int TASK = 0;

  /** From the root: {@link Cancel}. */
  static final int CANCEL = 1;

  /** To the root: {@link Outcome}. */
  static final int ANSWER = 2;

  private final Communicator communicator;
  private final int root;
  private final Set<Long> cancelled = new HashSet<>();
  private ResultRequest<Callable<?>> next;
  private boolean isOver;
  private long number;
  private Thread runner;

  private Worker(Communicator communicator, int root) {
    this.communicator = communicator;
    this.root = root;
  }

  static Worker of(Communicator communicator, int root) {
    return new Worker(communicator, root);
  }

  /** Serves until the root ends the pool. */
  void serve() {
    try (CancelWatch _ =
        communicator.threadLevel() == ThreadLevel.MULTIPLE ? CancelWatch.of(this) : null) {
      while (!isOver) {
        ResultRequest<Callable<?>> request = next();
        request.await();
        serve(request);
      }
    }
  }

  /** Runs one task if there is one: where the root is the only worker. */
  void serveIfAny() {
    if (!isOver) {
      ResultRequest<Callable<?>> request = next();
      if (request.test()) {
        serve(request);
      }
    }
  }

  private ResultRequest<Callable<?>> next() {
    if (next == null) {
      next = communicator.iReceiveObject(root, TASK);
    }
    return next;
  }

  private void serve(ResultRequest<Callable<?>> request) {
    next = null;
    Callable<?> task;
    try {
      task = request.result();
    } catch (CodecException e) {
      skip();
      answer(new Outcome.Thrown(0, e));
      return;
    }
    if (task == null) {
      isOver = true;
    } else {
      answer(run(task));
    }
  }

  private Outcome run(Callable<?> task) {
    readCancels();
    if (!begin()) {
      return new Outcome.Skipped();
    }
    long began = System.nanoTime();
    try {
      Object value = task.call();
      return new Outcome.Returned(System.nanoTime() - began, value);
    } catch (Throwable e) {
      return new Outcome.Thrown(System.nanoTime() - began, e);
    } finally {
      end();
    }
  }

  /** Whether the task is still wanted; notes that it runs. */
  private synchronized boolean begin() {
    number++;
    if (cancelled.remove(number)) {
      return false;
    }
    runner = Thread.currentThread();
    return true;
  }

  /** It can't be read. */
  private synchronized void skip() {
    number++;
  }

  /** An interrupt that was meant for this task must not meet the next one. */
  private synchronized void end() {
    runner = null;
    Thread.interrupted();
  }

  /** Reads what has come; to be called by the runner between tasks, and by the watch. */
  void readCancels() {
    Optional<Cancel> next = nextCancel();
    while (next.isPresent()) {
      cancel(next.get());
      next = nextCancel();
    }
  }

  private Optional<Cancel> nextCancel() {
    return communicator.<Cancel>pollObject(root, CANCEL).map(received -> received.value());
  }

  private synchronized void cancel(Cancel cancel) {
    if (cancel.number() > number) {
      cancelled.add(cancel.number());
    } else if (cancel.number() == number && runner != null && cancel.mayInterrupt()) {
      runner.interrupt();
    }
  }

  /** Whether a task runs. */
  synchronized boolean isRunning() {
    return runner != null;
  }

  private void answer(Outcome outcome) {
    try {
      communicator.sendObject(outcome, root, ANSWER);
    } catch (CodecException e) {
      communicator.sendObject(described(outcome, e), root, ANSWER);
    }
  }

  /** In place of a result or an exception that can't be sent. */
  private Outcome described(Outcome outcome, CodecException why) {
    int rank = communicator.rank();
    return switch (outcome) {
      case Outcome.Thrown(long nanoseconds, Throwable thrown) ->
          new Outcome.Thrown(nanoseconds, TaskException.of(thrown, rank));
      default ->
          new Outcome.Thrown(
              outcome.nanoseconds(),
              new StarlingException(
                  "rank %d: the task has returned what can't be sent: %s"
                      .formatted(rank, why.getMessage())));
    };
  }
}
