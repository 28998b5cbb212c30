package io.starling.bench.laboratory.study;

import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.VirtualTime;

/**
 * Who is disturbed, and how much.
 *
 * @param percent of the time, on average
 * @param hertz how often a second
 * @param victims whom it hits
 */
record Disturbance(double percent, double hertz, Victims victims) {

  /** Whom noise hits. */
  enum Victims {
    /** Every rank at times of its own. */
    ALL("every rank at times of its own"),
    /** Every rank's timer started with the job, but the noise lasts as long as each rank draws. */
    IN_PHASE("every rank, timers in phase");

    private final String label;

    Victims(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  static final Disturbance NONE = new Disturbance(0, 10, Victims.ALL);

  /** The noise of one run. */
  Noise noise(long seed) {
    if (percent == 0) {
      return Noise.NONE;
    }
    long period = VirtualTime.ofSeconds(1 / hertz);
    return new PeriodicNoise(percent / 100, period, victims == Victims.IN_PHASE ? 1 : period, seed);
  }
}
