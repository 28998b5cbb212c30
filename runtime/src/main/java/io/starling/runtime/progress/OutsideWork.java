package io.starling.runtime.progress;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Work that other threads do for operations, such as access to files. They may not enter the
 * engine, so they leave word of its end in a list, which the engine empties at each turn. They
 * can't end the sleep of a port either: while work is open, sleeps are short.
 */
final class OutsideWork {

  private static final long SLEEP_NANOSECONDS = 100_000;

  /** Some work, and how it has ended. To report its end it needs no memory, which may be scarce. */
  private final class Job implements Runnable {
    private final int row;
    private final Runnable work;
    private Throwable failure;
    private Job endedBefore;

    Job(int row, Runnable work) {
      this.row = row;
      this.work = work;
    }

    @Override
    public void run() {
      try {
        work.run();
      } catch (Throwable e) {
        failure = e;
      }
      do {
        endedBefore = lastEnded.get();
      } while (!lastEnded.compareAndSet(endedBefore, this));
    }
  }

  private final Completions completed;
  private final AtomicReference<Job> lastEnded = new AtomicReference<>();
  private int open;

  OutsideWork(Completions completed) {
    this.completed = completed;
  }

  /** Hands over the work of a row. */
  void begin(int row, Executor threads, Runnable work) {
    threads.execute(new Job(row, work));
    open++;
  }

  /** Reports what has ended; returns how much. */
  int collect() {
    if (open == 0 || lastEnded.get() == null) {
      return 0;
    }
    int before = open;
    for (Job job = lastEnded.getAndSet(null); job != null; job = job.endedBefore) {
      open--;
      if (job.failure == null) {
        completed.completed(job.row, 0, 0);
      } else {
        completed.failed(job.row, Completions.Failure.BROKEN, job.failure.toString());
      }
    }
    return before - open;
  }

  /** The longest sleep of a waiting thread, in nanoseconds. */
  long longestSleep() {
    return open == 0 ? Long.MAX_VALUE : SLEEP_NANOSECONDS;
  }
}
