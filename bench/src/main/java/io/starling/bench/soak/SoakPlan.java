package io.starling.bench.soak;

import java.util.List;

/**
 * What the ranks of a job are to do.
 *
 * @param seed of all choices
 * @param from the first step
 * @param steps how many at most
 * @param millis how long at most
 * @param failures whether ranks kill themselves
 * @param minimum how many ranks must be left for the job to go on
 * @param stallMillis after which a step counts as hanging
 * @param fault what is made wrong on purpose, so that a test sees it found
 */
record SoakPlan(
    long seed,
    long from,
    long steps,
    long millis,
    boolean failures,
    int minimum,
    long stallMillis,
    Fault fault) {

  /** What {@link #of} reads. */
  List<String> arguments() {
    return List.of(
        Long.toString(seed),
        Long.toString(from),
        Long.toString(steps),
        Long.toString(millis),
        Boolean.toString(failures),
        Integer.toString(minimum),
        Long.toString(stallMillis),
        fault.name());
  }

  static SoakPlan of(String... words) {
    return new SoakPlan(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Boolean.parseBoolean(words[4]),
        Integer.parseInt(words[5]),
        Long.parseLong(words[6]),
        Fault.named(words[7]));
  }
}
