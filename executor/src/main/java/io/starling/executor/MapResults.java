package io.starling.executor;

import io.starling.runtime.StarlingException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * The results of a map. Some chunks are under way from the beginning; as results are taken, others
 * follow, so inputs without end need little memory.
 */
final class MapResults<T, R> implements Iterator<R> {

  private final RankExecutor pool;
  private final Dispatcher dispatcher;
  private final SerializableFunction<? super T, ? extends R> function;
  private final Iterator<? extends T> inputs;
  private final int chunk;
  private final boolean isOrdered;
  private final ArrayDeque<TaskFuture<List<R>>> open = new ArrayDeque<>();
  private Iterator<R> results = List.<R>of().iterator();

  MapResults(
      RankExecutor pool,
      Dispatcher dispatcher,
      SerializableFunction<? super T, ? extends R> function,
      Iterator<? extends T> inputs,
      int chunk,
      boolean isOrdered) {
    this.pool = pool;
    this.dispatcher = dispatcher;
    this.function = function;
    this.inputs = inputs;
    this.chunk = chunk;
    this.isOrdered = isOrdered;
  }

  /** Lets so many chunks be under way that no worker waits for the next one. */
  void fill() {
    int enough = pool.chunksUnderWay();
    while (open.size() < enough && inputs.hasNext()) {
      ArrayList<T> some = new ArrayList<>(Math.min(chunk, 1024));
      while (some.size() < chunk && inputs.hasNext()) {
        some.add(inputs.next());
      }
      open.addLast(dispatcher.submit(new Chunk<>(function, some), false));
    }
  }

  @Override
  public boolean hasNext() {
    while (!results.hasNext() && !open.isEmpty()) {
      results = next(awaited()).iterator();
      fill();
    }
    return results.hasNext();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return results.next();
  }

  private TaskFuture<List<R>> awaited() {
    if (isOrdered) {
      return open.removeFirst();
    }
    try {
      dispatcher.await(() -> open.stream().anyMatch(TaskFuture::isOver), Long.MAX_VALUE);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    TaskFuture<List<R>> first = open.stream().filter(TaskFuture::isOver).findFirst().orElseThrow();
    open.remove(first);
    return first;
  }

  private List<R> next(TaskFuture<List<R>> done) {
    try {
      return done.get();
    } catch (ExecutionException e) {
      cancel();
      throw new CompletionException(e.getMessage(), e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private StarlingException interrupted(InterruptedException cause) {
    cancel();
    Thread.currentThread().interrupt();
    return new StarlingException("interrupted while it waits for the results of a map", cause);
  }

  /** Nobody wants the other results. */
  void cancel() {
    open.forEach(task -> task.cancel(true));
    open.clear();
  }
}
