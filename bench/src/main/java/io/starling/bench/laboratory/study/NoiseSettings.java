package io.starling.bench.laboratory.study;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the experiment on noise measures.
 *
 * @param lines the implementations; the first is compared with the others
 * @param collectives that loop
 * @param percents how much of each rank's time noise takes
 * @param skews how far apart the ranks' timers start, in milliseconds
 * @param periods how many periods of the noise a loop lasts
 * @param ranks how many there are, if not as many as the paper's
 * @param looping how the collectives are repeated
 * @param apart how many collectives ranks may be apart, for each floor
 * @param floorOnly whether nothing else is found
 */
record NoiseSettings(
    List<NoiseLine> lines,
    List<StudyCollective> collectives,
    List<Double> percents,
    List<Double> skews,
    int periods,
    OptionalInt ranks,
    Looping looping,
    List<Integer> apart,
    boolean floorOnly) {

  /** How often a second there is noise, as in the paper. */
  static final double HERTZ = 10;

  /** With fewer periods the result is chance. */
  static final int ENOUGH_PERIODS = 20;

  /** How far apart ranks are in the floors; a barrier keeps them in step. */
  List<Integer> floors() {
    return looping.barrier() == Looping.Barrier.NONE ? apart : List.of(1);
  }

  /** The noise at a place of a plot. */
  Disturbance disturbance(double percent, double skew) {
    return new Disturbance(percent, HERTZ, skew / 1000);
  }
}
