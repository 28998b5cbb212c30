package io.starling.executor;

import io.starling.collectives.Communicator;
import io.starling.collectives.PackedObject;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The root's side: tasks wait in one queue, and each worker has a few at a time.
 *
 * <pre>
 *   submit ──> queue ──> lane of the least busy worker ──> worker ──> landed ──> future
 *                ^                                        │
 *                └──────── its rank has died ─────────────┘
 * </pre>
 *
 * <p>All state is inside the lock, which is taken before Starling is called and never while waiting
 * for messages.
 */
final class Dispatcher {

  private static final int MOST_DEATHS = 3;

  private final Communicator communicator;
  private final PoolOptions options;
  private final List<Lane> lanes = new ArrayList<>();
  private final ArrayDeque<TaskFuture<?>> queue = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Sends sends = new Sends();
  private Progress progress;
  private RuntimeException broken;
  private volatile boolean shutDown;
  private volatile boolean terminated;

  Dispatcher(Communicator communicator, PoolOptions options) {
    this.communicator = communicator;
    this.options = options;
    for (int rank = 0; rank < communicator.size(); rank++) {
      if (rank != options.root() || communicator.size() == 1) {
        lanes.add(new Lane(rank, options.tasksAhead()));
      }
    }
  }

  void drivenBy(Progress its) {
    progress = its;
  }

  /** The ranks of the workers. */
  int[] ranks() {
    return lanes.stream().mapToInt(Lane::rank).toArray();
  }

  /** Whether a worker has died, by its place in {@link #ranks}. */
  boolean isDead(int index) {
    return lanes.get(index).isDead();
  }

  /** Whether a worker has tasks. */
  boolean hasFlights() {
    return inside(() -> lanes.stream().anyMatch(lane -> !lane.flights().isEmpty()));
  }

  ReentrantLock lock() {
    return lock;
  }

  Condition changed() {
    return changed;
  }

  /** How many workers live. */
  int workers() {
    return inside(() -> (int) lanes.stream().filter(lane -> !lane.isDead()).count());
  }

  <V> TaskFuture<V> submit(Callable<V> task, boolean isReported) {
    checkOpen();
    PackedObject packed = communicator.packObject(task);
    TaskFuture<V> future = new TaskFuture<>(this, task, packed, isReported);
    inside(
        () -> {
          checkOpen();
          queue.addLast(future);
          dispatch();
          return null;
        });
    look();
    return future;
  }

  private void checkOpen() {
    if (shutDown) {
      throw new RejectedExecutionException(
          "rank %d: the pool is shut down and takes no more tasks".formatted(communicator.rank()));
    }
    RuntimeException why = broken;
    if (why != null) {
      throw new RejectedExecutionException(
          "rank %d: the pool takes no more tasks: %s"
              .formatted(communicator.rank(), why.getMessage()),
          why);
    }
  }

  private <R> R inside(Supplier<R> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** Gives waiting tasks to workers that have room. */
  private void dispatch() {
    while (!queue.isEmpty()) {
      if (queue.getFirst().isOver()) {
        queue.removeFirst();
        continue;
      }
      Lane lane = leastBusy();
      if (lane == null) {
        return;
      }
      TaskFuture<?> task = queue.removeFirst();
      Request send = communicator.iSendObject(task.packed(), lane.rank(), Worker.TASK);
      Flight flight = new Flight(task, lane, lane.nextNumber(), send);
      lane.flights().addLast(flight);
      task.departs(flight);
    }
  }

  private Lane leastBusy() {
    Lane best = null;
    for (Lane lane : lanes) {
      if (lane.hasRoom() && (best == null || lane.load() < best.load())) {
        best = lane;
        if (lane.load() == 0) {
          break;
        }
      }
    }
    return best;
  }

  private Lane lane(int rank) {
    return lanes.stream().filter(lane -> lane.rank() == rank).findFirst().orElseThrow();
  }

  /** An answer has come from a worker. */
  void landed(int rank, Outcome outcome) {
    TaskFuture<?> task =
        inside(
            () -> {
              Flight flight = lane(rank).land(outcome.nanoseconds());
              sends.add(flight.send());
              end(flight.task(), outcome, rank);
              dispatch();
              concludeIfLast();
              return flight.task();
            });
    report(task);
  }

  private static void end(TaskFuture<?> task, Outcome outcome, int rank) {
    task.departs(null);
    switch (outcome) {
      case Outcome.Returned(_, Object value) -> task.returned(value);
      case Outcome.Skipped _ -> task.cancelled();
      case Outcome.Thrown(_, Throwable thrown) ->
          task.failed(
              new ExecutionException(
                  "the task on rank %d has thrown %s".formatted(rank, thrown), thrown));
    }
  }

  private static void report(TaskFuture<?> task) {
    ExecutionException failure = task.failure();
    if (failure != null && task.isReported()) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
  }

  /** Ranks have died: their tasks fail, or wait for another worker. */
  void lost(RankFailedException failure) {
    List<TaskFuture<?>> failed = new ArrayList<>();
    inside(
        () -> {
          for (int rank : failure.ranks()) {
            Lane lane = lane(rank);
            if (!lane.isDead()) {
              lane.die();
              failed.addAll(bury(lane, failure));
            }
          }
          if (lanes.stream().allMatch(Lane::isDead)) {
            breakDown(failure);
          }
          dispatch();
          concludeIfLast();
          return null;
        });
    failed.forEach(Dispatcher::report);
  }

  private List<TaskFuture<?>> bury(Lane lane, RankFailedException failure) {
    List<TaskFuture<?>> failed = new ArrayList<>();
    List<TaskFuture<?>> again = new ArrayList<>();
    boolean isFirst = true;
    for (Flight flight : lane.flights()) {
      TaskFuture<?> task = flight.task();
      // The first of them ran. If it had ended and its answer was lost, the next one will be first.
      int deaths = task.lost(isFirst);
      isFirst = false;
      if (options.lostTasks() == LostTasks.RUN_AGAIN && deaths < MOST_DEATHS) {
        again.add(task);
      } else {
        task.failed(lostWith(lane.rank(), failure));
        failed.add(task);
      }
    }
    lane.flights().clear();
    again.reversed().forEach(queue::addFirst);
    return failed;
  }

  private ExecutionException lostWith(int rank, RankFailedException failure) {
    String remedy =
        options.lostTasks() == LostTasks.FAIL
            ? "; PoolOptions.withLostTasks(RUN_AGAIN) lets other ranks run such tasks"
            : "; it is the third rank that has died with it";
    String text = "rank %d has died with the task: %s%s".formatted(rank, failure.reason(), remedy);
    return new ExecutionException(
        text, new RankFailedException(text, new int[] {rank}, failure.reason()));
  }

  /** Nothing can be run any more. */
  void breakDown(RuntimeException why) {
    inside(
        () -> {
          broken = why;
          lanes.stream()
              .flatMap(lane -> lane.flights().stream())
              .forEach(flight -> queue.addLast(flight.task()));
          lanes.forEach(lane -> lane.flights().clear());
          for (TaskFuture<?> task : queue) {
            task.failed(new ExecutionException("no worker is left: " + why.getMessage(), why));
          }
          queue.clear();
          lanes.forEach(Lane::die);
          concludeIfLast();
          return null;
        });
  }

  boolean cancel(TaskFuture<?> task, boolean mayInterrupt) {
    return inside(
        () -> {
          if (task.isOver()) {
            return false;
          }
          if (task.flight() != null) {
            tell(task.flight(), mayInterrupt);
          }
          task.cancelled();
          concludeIfLast();
          return true;
        });
  }

  private void tell(Flight flight, boolean mayInterrupt) {
    if (!flight.lane().isDead()) {
      Cancel cancel = flight.lane().cancel(flight.number(), mayInterrupt);
      sends.add(communicator.iSendObject(cancel, flight.lane().rank(), Worker.CANCEL));
    }
  }

  void shutdown() {
    inside(
        () -> {
          shutDown = true;
          concludeIfLast();
          return null;
        });
  }

  /** Stops; returns the tasks that no worker has got. */
  List<Runnable> shutdownNow() {
    return inside(
        () -> {
          shutDown = true;
          List<Runnable> unstarted = new ArrayList<>();
          for (TaskFuture<?> task : queue) {
            if (!task.isOver()) {
              task.cancelled();
              unstarted.add(task.unstarted());
            }
          }
          queue.clear();
          for (Lane lane : lanes) {
            lane.flights().forEach(flight -> tell(flight, true));
          }
          concludeIfLast();
          return unstarted;
        });
  }

  boolean isShutDown() {
    return shutDown;
  }

  boolean isTerminated() {
    return terminated;
  }

  /** Wakes the waiting threads; releases the workers if the last task has ended. */
  private void concludeIfLast() {
    if (shutDown && !terminated && isIdle()) {
      terminated = true;
      for (Lane lane : lanes) {
        if (!lane.isDead()) {
          sends.add(communicator.iSendObject(lane.stop(), lane.rank(), Worker.TASK));
        }
      }
      progress.end();
    }
    changed.signalAll();
  }

  private boolean isIdle() {
    return queue.stream().allMatch(TaskFuture::isOver)
        && lanes.stream().allMatch(lane -> lane.flights().isEmpty());
  }

  /** Waits; returns whether the condition holds. */
  boolean await(BooleanSupplier condition, long nanoseconds) throws InterruptedException {
    return progress.await(condition, nanoseconds);
  }

  /** Takes answers that have come, if this thread is to do that. */
  void look() {
    progress.look();
  }

  /** After the end: leaves the communicator. */
  void leave() {
    progress.leave();
    sends.settle();
    communicator.close();
  }
}
