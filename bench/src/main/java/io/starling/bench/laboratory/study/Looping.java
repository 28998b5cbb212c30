package io.starling.bench.laboratory.study;

import java.util.Locale;

/**
 * How a benchmark repeats a collective, and what it takes for its time: the choices of the Intel
 * MPI benchmark, whose versions differ in them.
 *
 * @param root of the collectives
 * @param barrier between them
 * @param timing what becomes of the ranks' times
 */
record Looping(Root root, Barrier barrier, Timing timing) {

  /** Which rank is the root. */
  enum Root {
    /** Rank 0. */
    FIXED,
    /** Rank 0 first, then the next one each time. */
    ROTATING
  }

  /** Whether the ranks meet between two collectives. */
  enum Barrier {
    /** They do not. */
    NONE,
    /** They do, and the barrier's time counts. */
    INSIDE,
    /** They do, and only the collectives' time counts. */
    OUTSIDE
  }

  /** What the time of a collective is. */
  enum Timing {
    /** The mean of the ranks' own times. */
    MEAN,
    /** From the first rank's start to the last one's end. */
    LAST
  }

  /** As the other experiments loop. */
  static final Looping USUAL = new Looping(Root.FIXED, Barrier.NONE, Timing.LAST);

  /** The root of a collective. */
  int root(int operation, int ranks) {
    return root == Root.FIXED ? 0 : operation % ranks;
  }

  /** For people, in a few words. */
  String describe() {
    String times = timing == Timing.MEAN ? "mean over ranks" : "to the last end";
    String met =
        barrier == Barrier.NONE ? "no barrier" : "barrier %s the timing".formatted(lower(barrier));
    return "root %s, %s, %s".formatted(lower(root), met, times);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
