package io.starling.runtime.progress;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * Work that other threads do for operations, such as access to files. They may not enter the
 * engine, so they leave word of its end in a queue, which the engine empties at each turn. They
 * can't end the sleep of a port either: while work is open, sleeps are short.
 */
final class OutsideWork {

  private static final long SLEEP_NANOSECONDS = 100_000;

  /**
   * The end of some work.
   *
   * @param failure what it has thrown, or null
   */
  private record End(int row, Throwable failure) {}

  private final Completions completed;
  private final Queue<End> ended = new ConcurrentLinkedQueue<>();
  private int open;

  OutsideWork(Completions completed) {
    this.completed = completed;
  }

  /** Hands over the work of a row. */
  void begin(int row, Executor threads, Runnable work) {
    threads.execute(() -> ended.add(new End(row, attempt(work))));
    open++;
  }

  private static Throwable attempt(Runnable work) {
    try {
      work.run();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /** Reports what has ended; returns how much. */
  int collect() {
    if (open == 0) {
      return 0;
    }
    int before = open;
    for (End end = ended.poll(); end != null; end = ended.poll()) {
      open--;
      if (end.failure == null) {
        completed.completed(end.row, 0, 0);
      } else {
        completed.failed(end.row, Completions.Failure.BROKEN, end.failure.toString());
      }
    }
    return before - open;
  }

  /** The longest sleep of a waiting thread, in nanoseconds. */
  long longestSleep() {
    return open == 0 ? Long.MAX_VALUE : SLEEP_NANOSECONDS;
  }
}
