package io.starling.bench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Carries out trials, as many at a time as there are processors, and tells of each. */
final class Laboratory implements AutoCloseable {

  /** Hears of what is done. */
  @FunctionalInterface
  interface Observer {
    /** One more is done, of those of an experiment that began. */
    void done(int number, int of, String what);
  }

  private final ExecutorService workers;
  private final Observer observer;
  private volatile boolean stopped;

  Laboratory(int processors, Observer observer) {
    this.observer = observer;
    workers =
        Executors.newFixedThreadPool(
            processors, Thread.ofPlatform().daemon().name("trial-", 0).factory());
  }

  /** Begins no other trial; those that wait for results are told by a CancellationException. */
  void stop() {
    stopped = true;
    workers.shutdownNow();
  }

  /** The times of trials, in seconds and in their order. */
  double[] seconds(List<Trial> trials) {
    return all(
            trials.stream()
                .map(trial -> new Task<>(trial.describe(), () -> Simulation.seconds(trial)))
                .toList())
        .stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Something to find out. */
  record Task<T>(String what, Callable<T> work) {}

  /** The results of tasks, in their order. */
  <T> List<T> all(List<Task<T>> tasks) {
    if (stopped) {
      throw new CancellationException();
    }
    List<Future<T>> futures = tasks.stream().map(task -> workers.submit(task.work())).toList();
    List<T> results = new ArrayList<>();
    try {
      for (Future<T> future : futures) {
        results.add(future.get());
        observer.done(results.size(), tasks.size(), tasks.get(results.size() - 1).what());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    } catch (ExecutionException e) {
      throw stopped ? new CancellationException() : new IllegalStateException(e.getCause());
    } finally {
      futures.forEach(future -> future.cancel(true));
    }
    return results;
  }

  @Override
  public void close() {
    stop();
  }
}
