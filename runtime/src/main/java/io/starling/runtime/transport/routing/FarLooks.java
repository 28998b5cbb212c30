package io.starling.runtime.transport.routing;

import java.util.function.LongSupplier;

/**
 * How often a rank looks at its far port. A look there may cost a system call (TCP) or a few loads
 * (RDMA), one at the near port always a few loads. While the far port has nothing, looks become
 * rarer, until they take a tenth of the time of a waiting rank; both times are measured.
 *
 * <pre>
 *   looks at near  ││││││││││││││││││││││││││││││
 *   looks at far   ││ │   │       │               │      until something comes or is expected
 * </pre>
 */
final class FarLooks {

  /** A rank spends one of so many parts of its looks at the far port. */
  private static final int SHARE = 10;

  private static final int MOST = 1024;
  private static final int LOOKS_PER_SAMPLE = 64;

  /** By how much an estimate grows with each sample, so that it follows a change. */
  private static final double GROWTH = 1.05;

  private final LongSupplier clock;
  private double nearCost = Double.MAX_VALUE;
  private double farCost = Double.MAX_VALUE;
  private int rarest = MOST;
  private int pause = 1;
  private int untilLook;
  private int untilSample;
  private long began;
  private long between;

  /** A schedule by a clock that counts nanoseconds. */
  FarLooks(LongSupplier clock) {
    this.clock = clock;
  }

  /** Something may happen at the far port soon: the next call looks there. */
  void expect() {
    pause = 1;
    untilLook = 0;
  }

  /** The next call looks at the far port. */
  void askNext() {
    untilLook = 0;
  }

  /** The call of {@code progress} begins. */
  void begin() {
    if (untilLook == 0 && untilSample == 0) {
      began = clock.getAsLong();
    }
  }

  /** Whether to look at the far port, after the look at the near one. */
  boolean isDue() {
    if (untilLook > 0) {
      untilLook--;
      return false;
    }
    if (untilSample == 0) {
      between = clock.getAsLong();
    }
    return true;
  }

  /** The far port was looked at. */
  void looked(int nearMoved, int farMoved) {
    if (untilSample == 0) {
      if (nearMoved == 0 && farMoved == 0) {
        sample((double) between - began, (double) clock.getAsLong() - between);
      }
      untilSample = LOOKS_PER_SAMPLE;
    }
    untilSample--;
    pause = farMoved > 0 ? 1 : Math.min(2 * pause, rarest);
    untilLook = pause - 1;
  }

  private void sample(double nearTime, double farTime) {
    nearCost = Math.min(nearCost * GROWTH, Math.max(1.0, nearTime));
    farCost = Math.min(farCost * GROWTH, Math.max(1.0, farTime));
    rarest = (int) Math.clamp(SHARE * farCost / nearCost, 1, MOST);
  }
}
