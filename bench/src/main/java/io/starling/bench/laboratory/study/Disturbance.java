package io.starling.bench.laboratory.study;

import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.VirtualTime;

/**
 * How much all ranks are disturbed, and when.
 *
 * @param percent of the time, on average
 * @param hertz how often a second
 * @param skew how far apart the ranks' timers start at most, in seconds: with 0 all noise of a
 *     period begins at once, with a period each rank is disturbed at times of its own
 */
record Disturbance(double percent, double hertz, double skew) {

  static final Disturbance NONE = new Disturbance(0, 10, 0);

  /** The length of a period in seconds. */
  double period() {
    return 1 / hertz;
  }

  /** The noise of one run. */
  Noise noise(long seed) {
    return percent == 0
        ? Noise.NONE
        : new PeriodicNoise(
            percent / 100,
            VirtualTime.ofSeconds(period()),
            Math.max(1, VirtualTime.ofSeconds(skew)),
            seed);
  }
}
