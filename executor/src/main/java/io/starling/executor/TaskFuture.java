package io.starling.executor;

import io.starling.collectives.PackedObject;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A task and its result, at the root. The dispatcher changes it inside its lock; a task that is
 * done stays as it is.
 */
final class TaskFuture<V> implements Future<V> {

  private final Dispatcher dispatcher;
  private final Callable<V> task;
  private final boolean isReported;
  private PackedObject packed;
  private Flight flight;
  private int deaths;
  private V value;
  private ExecutionException failure;

  // Written after the result, read by threads outside of the lock.
  private volatile State state = State.RUNNING;

  /**
   * A task that is not queued yet.
   *
   * @param packed the task as it travels
   * @param isReported whether a failure goes to the handler of uncaught exceptions
   */
  TaskFuture(Dispatcher dispatcher, Callable<V> task, PackedObject packed, boolean isReported) {
    this.dispatcher = dispatcher;
    this.task = task;
    this.packed = packed;
    this.isReported = isReported;
  }

  PackedObject packed() {
    return packed;
  }

  boolean isReported() {
    return isReported;
  }

  /** Where it is under way; null while it waits for a worker, and at the end. */
  Flight flight() {
    return flight;
  }

  void departs(Flight its) {
    flight = its;
  }

  /** The worker has died with it; returns how often one has while it ran this task. */
  int lost(boolean wasRunning) {
    flight = null;
    if (wasRunning) {
      deaths++;
    }
    return deaths;
  }

  /** It ends unless it has ended before, by a cancel. */
  @SuppressWarnings("unchecked") // The worker has called the task.
  void returned(Object result) {
    if (state == State.RUNNING) {
      value = (V) result;
      end(State.SUCCESS);
    }
  }

  void failed(ExecutionException why) {
    if (state == State.RUNNING) {
      failure = why;
      end(State.FAILED);
    }
  }

  void cancelled() {
    if (state == State.RUNNING) {
      end(State.CANCELLED);
    }
  }

  private void end(State how) {
    packed = null;
    state = how;
  }

  boolean isOver() {
    return state != State.RUNNING;
  }

  boolean hasReturned() {
    return state == State.SUCCESS;
  }

  /** Why it failed, or null. */
  ExecutionException failure() {
    return state == State.FAILED ? failure : null;
  }

  /** What {@code shutdownNow} returns for it: it runs the task here. */
  Runnable unstarted() {
    return () -> {
      try {
        task.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("the task has thrown " + e, e);
      }
    };
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return dispatcher.cancel(this, mayInterruptIfRunning);
  }

  @Override
  public boolean isCancelled() {
    return state == State.CANCELLED;
  }

  /** Whether it has ended; the thread that drives the pool makes progress. */
  @Override
  public boolean isDone() {
    if (state == State.RUNNING) {
      dispatcher.look();
    }
    return state != State.RUNNING;
  }

  @Override
  public State state() {
    return isDone() ? state : State.RUNNING;
  }

  @Override
  public V get() throws InterruptedException, ExecutionException {
    dispatcher.await(this::isOver, Long.MAX_VALUE);
    return outcome();
  }

  @Override
  public V get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!dispatcher.await(this::isOver, unit.toNanos(timeout))) {
      throw new TimeoutException("not done after %d %s: %s".formatted(timeout, unit, this));
    }
    return outcome();
  }

  private V outcome() throws ExecutionException {
    return switch (state) {
      case SUCCESS -> value;
      case FAILED -> throw new ExecutionException(failure.getMessage(), failure.getCause());
      case CANCELLED -> throw new CancellationException("the task was cancelled: " + this);
      case RUNNING -> throw new AssertionError(state);
    };
  }

  /** The task's class, and where it is. */
  @Override
  public String toString() {
    Flight itsFlight = flight;
    String where =
        switch (state) {
          case RUNNING ->
              itsFlight == null ? "waits for a worker" : "on rank " + itsFlight.lane().rank();
          case SUCCESS -> "has returned";
          case FAILED -> "has failed";
          case CANCELLED -> "cancelled";
        };
    return "%s (%s)".formatted(task.getClass().getName(), where);
  }
}
