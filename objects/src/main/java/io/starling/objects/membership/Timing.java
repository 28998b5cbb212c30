package io.starling.objects.membership;

import java.util.concurrent.TimeUnit;

/**
 * All times of the membership, in nanoseconds; each is a part of the first.
 *
 * @param silence how long a store may say nothing before the keepers suspect it
 */
public record Timing(long silence) {

  /** Five seconds of silence. */
  public static final Timing DEFAULT = new Timing(TimeUnit.SECONDS.toNanos(5));

  /**
   * @throws IllegalArgumentException if the parts of the silence would be no times any more
   */
  public Timing {
    if (silence < TimeUnit.MILLISECONDS.toNanos(10)) {
      throw new IllegalArgumentException("a silence is 10 ms at least: " + silence + " ns");
    }
  }

  /** Between two beats, and between two requests of a joiner: 0.5 s. */
  public long beat() {
    return silence / 10;
  }

  /** A store that was heard within this time is fresh: 1 s. */
  long fresh() {
    return 2 * beat();
  }

  /** A suspicion of another keeper counts as long as this; it is said again with each beat. */
  long opinion() {
    return 3 * beat();
  }

  /** Between two ticks, at most; after more, the own process was stopped: 2.5 s. */
  long lateTick() {
    return silence / 2;
  }

  /** How long the first attempt to decide may take: 0.25 s. */
  long attempt() {
    return silence / 20;
  }

  /**
   * What proposers wait for each other: a few messages there and back on a quiet network: 10 ms.
   */
  public long step() {
    return silence / 500;
  }
}
