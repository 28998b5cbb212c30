package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.runtime.transport.simulated.VirtualTime;

/**
 * A loop of collectives under noise, as the Intel MPI benchmark has them.
 *
 * @param specification what {@code withAlgorithm} takes
 * @param seed of the noise
 * @param length when the loop ends
 */
record LoopTrial(
    SimulatedCluster machine,
    int ranks,
    StudyCollective collective,
    String specification,
    Looping looping,
    Disturbance disturbance,
    long seed,
    Length length) {

  /**
   * When a loop begins and ends. A loop of whole periods of the noise has as many bursts of each
   * rank, wherever it begins.
   *
   * @param start when the ranks begin, in picoseconds
   * @param end no rank begins a further collective at this time or later
   * @param most there are no more collectives than this
   */
  record Length(long start, long end, int most) {

    /** A part of a period after which the noise of timers in phase is over. */
    private static final double QUIET = 0.75;

    /** A number of collectives. */
    static Length of(int collectives) {
      return new Length(0, Long.MAX_VALUE, collectives);
    }

    /** A number of periods of a noise. */
    static Length of(int periods, Disturbance disturbance) {
      double start = (1 + QUIET) * disturbance.period();
      return new Length(
          VirtualTime.ofSeconds(start),
          VirtualTime.ofSeconds(start + periods * disturbance.period()),
          Integer.MAX_VALUE);
    }
  }

  /**
   * What a loop gave.
   *
   * @param collectives how many it had
   * @param seconds that one took
   */
  record Outcome(int collectives, double seconds) {}

  /** The same loop without noise. */
  LoopTrial quiet(int collectives) {
    return new LoopTrial(
        machine,
        ranks,
        collective,
        specification,
        looping,
        Disturbance.NONE,
        0,
        Length.of(collectives));
  }

  /** The same loop under noise for some of its periods. */
  LoopTrial under(Disturbance itsDisturbance, int periods) {
    return new LoopTrial(
        machine,
        ranks,
        collective,
        specification,
        looping,
        itsDisturbance,
        seed,
        Length.of(periods, itsDisturbance));
  }

  /** The same with noise of another seed. */
  LoopTrial withSeed(long itsSeed) {
    return new LoopTrial(
        machine, ranks, collective, specification, looping, disturbance, itsSeed, length);
  }

  String describe() {
    return "%s of %d ranks on %s, %s, noise %.0f %%, timers %.0f ms apart"
        .formatted(
            collective.label(),
            ranks,
            machine.name(),
            specification,
            disturbance.percent(),
            1000 * disturbance.skew());
  }
}
