package io.starling.bench.micro;

/**
 * Turns of time, which all processes of a host see alike, and how many iterations of a loop fell
 * into each. An iteration that is under way in several counts in each by its share, so none of the
 * time is lost.
 */
public final class TimeSlots {

  private final long origin;
  private final long length;
  private final long skip;
  private final double[] counts;
  private long first;

  /**
   * Turns that begin now and again.
   *
   * @param origin when turn 0 begins, in nanoseconds of {@link System#nanoTime}
   * @param length of each
   * @param skip how long its beginning is, which does not count
   * @param count how many turns count
   */
  public TimeSlots(long origin, long length, long skip, int count) {
    this.origin = origin;
    this.length = length;
    this.skip = skip;
    counts = new double[count];
  }

  /** The number of the turn at a time. */
  long numberAt(long time) {
    return Math.floorDiv(time - origin, length);
  }

  /** From this turn on it counts. */
  void beginWith(long number) {
    first = number;
  }

  /** The first turn that counts. */
  public long first() {
    return first;
  }

  /** When the last turn that counts ends. */
  long end() {
    return origin + (first + counts.length) * length;
  }

  /** Notes an iteration. */
  void add(long from, long to) {
    long last = Math.min(numberAt(to), first + counts.length - 1);
    for (long turn = Math.max(numberAt(from), first); turn <= last; turn++) {
      long begin = origin + turn * length + skip;
      long end = origin + (turn + 1) * length;
      long inside = Math.min(to, end) - Math.max(from, begin);
      if (inside > 0) {
        counts[(int) (turn - first)] += (double) inside / (to - from);
      }
    }
  }

  /** How many iterations were done in each turn. */
  public double[] counts() {
    return counts.clone();
  }
}
