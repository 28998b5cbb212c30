package io.starling.bench.laboratory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** Carries out trials, as many at a time as there are processors, and tells of each. */
public final class Laboratory implements AutoCloseable {

  /** Gets what is done. */
  @FunctionalInterface
  public interface Observer {
    /** One more is done, of those of an experiment that began. */
    void done(int number, int of, String what);
  }

  private final ExecutorService workers;
  private final Observer observer;
  private final Set<Future<?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  public Laboratory(int processors, Observer observer) {
    this.observer = observer;
    workers =
        Executors.newFixedThreadPool(
            processors, Thread.ofPlatform().daemon().name("trial-", 0).factory());
  }

  /** Begins no other trial; those that wait for results get a CancellationException. */
  public void stop() {
    stopped = true;
    workers.shutdownNow();
    // Those that no worker had taken would never end.
    open.forEach(future -> future.cancel(true));
  }

  /** Something to find out. */
  public record Task<T>(String what, Callable<T> work) {}

  /** The results of tasks, in their order. */
  public <T> List<T> all(List<Task<T>> tasks) {
    List<Future<T>> futures = new ArrayList<>();
    List<T> results = new ArrayList<>();
    try {
      for (Task<T> task : tasks) {
        futures.add(workers.submit(task.work()));
        open.add(futures.getLast());
      }
      if (stopped) {
        throw new CancellationException();
      }
      for (Future<T> future : futures) {
        results.add(future.get());
        observer.done(results.size(), tasks.size(), tasks.get(results.size() - 1).what());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    } catch (RejectedExecutionException _) {
      throw new CancellationException();
    } catch (ExecutionException e) {
      if (stopped) {
        throw new CancellationException();
      }
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } finally {
      futures.forEach(future -> future.cancel(true));
      open.removeIf(Future::isDone);
    }
    return results;
  }

  @Override
  public void close() {
    stop();
  }
}
