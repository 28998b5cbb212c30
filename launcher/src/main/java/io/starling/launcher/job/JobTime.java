package io.starling.launcher.job;

import java.time.Duration;
import java.util.Optional;

/**
 * The time that a job has. It begins when all ranks have come to the program's main method, so that
 * a slow machine's JVMs take none of it; at the latest {@link #LONGEST_START} after they were
 * started.
 */
final class JobTime {

  /** A JVM that has not come so far then hangs. */
  static final Duration LONGEST_START = Duration.ofMinutes(1);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final Optional<Duration> limit;
  private final int ranks;
  private final long latestStart;
  private boolean begun;
  private long end;

  /**
   * The time of a job.
   *
   * @param limit how long it may take; empty for as long as it likes
   * @param now when the processes of its ranks were started, in nanoseconds
   */
  JobTime(Optional<Duration> limit, int ranks, long now) {
    this.limit = limit;
    this.ranks = ranks;
    latestStart = now + LONGEST_START.toNanos();
  }

  /** A duration in words for people, without its unit: {@code 2} or {@code 1.5}. */
  static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? Long.toString(duration.toSeconds())
        : Double.toString(duration.toMillis() / 1000.0);
  }

  boolean isLimited() {
    return limit.isPresent();
  }

  /**
   * How long to wait before the next look at it.
   *
   * @param started how many ranks have come to the main method
   */
  long nanosToWait(int started, long now) {
    if (!begun && (started >= ranks || now - latestStart >= 0)) {
      begun = true;
      end = now + limit.orElseThrow().toNanos();
    }
    return begun ? end - now : LOOK_AGAIN.toNanos();
  }

  /** Whether there is nothing left of it. */
  boolean isOver(long now) {
    return begun && now - end >= 0;
  }
}
