package io.starling.executor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/** Tasks that are submitted together, all or none. What nobody waits for any more is cancelled. */
final class Batch<T> {

  private final Dispatcher dispatcher;
  private final List<TaskFuture<T>> futures;

  Batch(Dispatcher dispatcher, Collection<? extends Callable<T>> tasks) {
    this.dispatcher = dispatcher;
    futures = new ArrayList<>(tasks.size());
    try {
      for (Callable<T> task : tasks) {
        futures.add(dispatcher.submit(RankExecutor.present(task), false));
      }
    } catch (RuntimeException | Error e) {
      cancel();
      throw e;
    }
  }

  /** All of them; those that are not done in time are cancelled. */
  List<Future<T>> all(long nanoseconds) throws InterruptedException {
    boolean done = false;
    try {
      done = dispatcher.await(this::areOver, nanoseconds);
    } finally {
      if (!done) {
        cancel();
      }
    }
    return List.copyOf(futures);
  }

  /** The result of one that has returned; the failure of the last one if none has. */
  T any(long nanoseconds) throws InterruptedException, ExecutionException, TimeoutException {
    try {
      boolean done = dispatcher.await(() -> winner() != null || areOver(), nanoseconds);
      TaskFuture<T> winner = winner();
      if (winner != null) {
        return winner.get();
      }
      if (!done) {
        throw new TimeoutException("no task has returned in time");
      }
      return futures.getLast().get();
    } catch (CancellationException e) {
      throw new ExecutionException("all tasks were cancelled", e);
    } finally {
      cancel();
    }
  }

  private TaskFuture<T> winner() {
    return futures.stream().filter(TaskFuture::hasReturned).findFirst().orElse(null);
  }

  private boolean areOver() {
    return futures.stream().allMatch(TaskFuture::isOver);
  }

  private void cancel() {
    futures.forEach(future -> future.cancel(true));
  }
}
