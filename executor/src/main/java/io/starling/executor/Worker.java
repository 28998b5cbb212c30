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
 * their order, until {@link Stop} comes in place of a task.
 *
 * <p>News of cancelled tasks have a tag of their own. They are read before each task, and while one
 * runs by a {@link CancelWatch} if threads may call.
 */
final class Worker {

  /** From the root: a task, or {@link Stop} at the end. */
  static final int TASK = 0;

  /** From the root: {@link Cancel}. */
  static final int CANCEL = 1;

  /** To the root: {@link Outcome}. */
  static final int ANSWER = 2;

  private final Communicator communicator;
  private final int root;
  private final Sends sends = new Sends();
  private final Set<Long> cancelled = new HashSet<>();
  private final Object reading = new Object();
  private ResultRequest<Object> next;
  private Stop last;
  private long cancels;
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
      while (last == null) {
        ResultRequest<Object> request = next();
        request.await();
        serve(request);
      }
    }
    leave();
  }

  /** Runs one task if there is one: where the root is the only worker. */
  void serveIfAny() {
    if (last == null) {
      ResultRequest<Object> request = next();
      if (request.test()) {
        serve(request);
      }
    }
  }

  private ResultRequest<Object> next() {
    if (next == null) {
      next = communicator.iReceiveObject(root, TASK);
    }
    return next;
  }

  private void serve(ResultRequest<Object> request) {
    next = null;
    Object task;
    try {
      task = request.result();
    } catch (CodecException e) {
      skip();
      answer(new Outcome.Thrown(0, e));
      return;
    }
    if (task instanceof Stop stop) {
      last = stop;
    } else {
      answer(run((Callable<?>) task));
    }
  }

  /** What was cancelled too late is still on its way. */
  private void leave() {
    while (cancels < last.cancels()) {
      note(communicator.<Cancel>receiveObject(root, CANCEL));
    }
    sends.settle();
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

  /**
   * Reads what has come; to be called by the runner between tasks, and by the watch. The runner
   * waits until the watch has noted what it has taken, as that may be about the next task.
   */
  void readCancels() {
    synchronized (reading) {
      Optional<Cancel> next = nextCancel();
      while (next.isPresent()) {
        note(next.get());
        next = nextCancel();
      }
    }
  }

  private Optional<Cancel> nextCancel() {
    return communicator.<Cancel>pollObject(root, CANCEL).map(received -> received.value());
  }

  private synchronized void note(Cancel cancel) {
    cancels++;
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
      send(outcome);
    } catch (CodecException e) {
      send(described(outcome, e));
    }
  }

  /** To itself, a rank that waits would never receive it. */
  private void send(Outcome outcome) {
    if (root == communicator.rank()) {
      sends.add(communicator.iSendObject(outcome, root, ANSWER));
    } else {
      communicator.sendObject(outcome, root, ANSWER);
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
