package io.starling.runtime.transport.simulated;

/**
 * Noise that interrupts every processor once per period, for a random time between 0 and twice its
 * share of the period; ranks need not be synchronous (ADAPT, section 5.1.1: 0 to 10 ms at 10 Hz are
 * 5 %).
 *
 * <p>The noise of a period depends only on the seed, the rank and the period's number.
 */
public final class PeriodicNoise implements Noise {

  private static final double MOST = 0.5;

  private final long longest;
  private final long period;
  private final long spread;
  private final long seed;

  /** Noise for all ranks, at different times. */
  public PeriodicNoise(double share, long period, long seed) {
    this(share, period, period, seed);
  }

  /**
   * Noise for all ranks.
   *
   * @param share the share of the time that it takes on average, from 0 to 0.5
   * @param period the length of a period in picoseconds
   * @param spread how far apart the ranks' periods begin, at least 1; with 1 they begin together
   * @param seed the same seed gives the same noise
   */
  public PeriodicNoise(double share, long period, long spread, long seed) {
    if (!(share >= 0 && share <= MOST)) {
      throw new IllegalArgumentException(
          "noise takes 0 to 50 %% of the time, not %s %%".formatted(100 * share));
    }
    if (period < 1 || spread < 1) {
      throw new IllegalArgumentException(
          "a period of noise is not %d ps, nor its spread %d ps".formatted(period, spread));
    }
    this.longest = Math.round(2 * share * period);
    this.period = period;
    this.spread = spread;
    this.seed = seed;
  }

  @Override
  public long finish(int rank, long from, long work) {
    if (longest == 0) {
      return from + work;
    }
    // The noise of a period begins with it and is over before the next one begins.
    long number = numberAt(rank, from);
    long time = from;
    long left = work;
    while (true) {
      long begin = begin(rank, number);
      long end = begin + duration(rank, number);
      if (time < end) {
        time = end;
      }
      long next = begin + period;
      if (left == 0 || left <= next - time) {
        return time + left;
      }
      left -= next - time;
      time = next;
      number++;
    }
  }

  @Override
  public long quietUntil(int rank, long from) {
    if (longest == 0) {
      return Long.MAX_VALUE;
    }
    long number = numberAt(rank, from);
    long begin = begin(rank, number);
    return from < begin + duration(rank, number) ? from : begin + period;
  }

  /** The number of a rank's period at a time. */
  public long numberAt(int rank, long time) {
    return Math.floorDiv(time - phase(rank), period);
  }

  /** The time at which a rank's period begins, and the noise in it. */
  public long begin(int rank, long number) {
    return phase(rank) + number * period;
  }

  private long phase(int rank) {
    return Math.floorMod(mix(seed, rank, -1), spread);
  }

  /** The duration of a period's noise. */
  public long duration(int rank, long number) {
    double chance = (mix(seed, rank, number) >>> 11) * 0x1.0p-53;
    return (long) (chance * longest);
  }

  /** A pseudo-random number; the finaliser of SplittableRandom. */
  private static long mix(long seed, int rank, long number) {
    long mixed = seed * 0x9E3779B97F4A7C15L + rank * 0xD1B54A32D192ED03L + number;
    mixed = scramble(mixed);
    return scramble(mixed + 0x9E3779B97F4A7C15L);
  }

  private static long scramble(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
