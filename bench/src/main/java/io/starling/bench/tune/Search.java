package io.starling.bench.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Finds the fastest of many candidates in a given time by successive halving: all of them run a few
 * times in turn, the better half runs longer, and so on; what is left meets the incumbent in a
 * duel. Candidates alternate and medians are compared, so that a machine that is slow for a while
 * is slow for all.
 */
record Search(Timer timer, LongSupplier clock) {
  /** Enough that a median means something. */
  static final int LEAST_SAMPLES = 3;

  private static final int BATCHES = 3;
  private static final int DUEL_BATCHES = 12;

  /** The duel decides, so half of the time is for it. */
  private static final int DUEL_PART = 2;

  private static final long MOST_ITERATIONS = 20_000;

  /** Of a sample, until it is known how long one takes. */
  private static final long FIRST_ITERATIONS = 4;

  /** What a winner must gain at least, whatever the spread. */
  private static final double LEAST_GAIN = 0.05;

  /** How candidates are timed. */
  interface Timer {

    /** The microseconds of one call. */
    double time(int candidate, long iterations);
  }

  /**
   * The winner; the first candidate is the incumbent, which wins unless another one is better by
   * more than the noise.
   */
  CandidateTrial run(List<CandidateTrial> trials, long nanos) {
    long begin = clock.getAsLong();
    long deadline = begin + nanos;
    CandidateTrial incumbent = trials.getFirst();
    List<CandidateTrial> alive = new ArrayList<>(trials);
    long duel = nanos / DUEL_PART;
    int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(alive.size());
    for (CandidateTrial trial : alive) {
      warmUp(trial, deadline - duel);
    }
    while (alive.size() > 2 && clock.getAsLong() < deadline - duel) {
      batches(alive, BATCHES, (nanos - duel) / rounds, deadline - duel);
      alive = betterHalf(alive, incumbent);
    }
    return duel(incumbent, betterHalf(alive, incumbent).getLast(), deadline);
  }

  private CandidateTrial duel(CandidateTrial incumbent, CandidateTrial rival, long deadline) {
    incumbent.forget();
    rival.forget();
    batches(List.of(incumbent, rival), DUEL_BATCHES, deadline - clock.getAsLong(), deadline);
    return isBetter(rival, incumbent) ? rival : incumbent;
  }

  private void warmUp(CandidateTrial trial, long deadline) {
    if (clock.getAsLong() < deadline) {
      timer.time(trial.number(), 1);
      sample(trial, 1, deadline);
    }
  }

  private void batches(List<CandidateTrial> alive, int batches, long nanos, long deadline) {
    long each = nanos / batches / alive.size();
    for (int batch = 0; batch < batches; batch++) {
      List<CandidateTrial> order = batch % 2 == 0 ? alive : alive.reversed();
      for (CandidateTrial trial : order) {
        if (clock.getAsLong() >= deadline) {
          return;
        }
        trial.add(sample(trial, each, deadline));
      }
    }
  }

  /**
   * The microseconds of one call, from as many as take {@code nanos}. They run in parts, each at
   * most twice as long as all before, and the clock is looked at between them: on a machine that
   * becomes slow it does not take much longer.
   */
  private double sample(CandidateTrial trial, long nanos, long deadline) {
    long begin = clock.getAsLong();
    long end = Math.min(begin + nanos, deadline);
    long wanted = iterations(trial, nanos);
    long done = 0;
    double micros = 0;
    do {
      long part = Math.min(wanted - done, Math.max(FIRST_ITERATIONS, 2 * done));
      micros += part * timer.time(trial.number(), part);
      done += part;
      trial.expect((clock.getAsLong() - begin) / (double) done);
    } while (done < wanted && clock.getAsLong() < end);
    return micros / done;
  }

  private static long iterations(CandidateTrial trial, long nanos) {
    return Math.clamp((long) (nanos / trial.nanosOfOne()), 1, MOST_ITERATIONS);
  }

  /** The incumbent first, the best last, and in all about half of them, at least two. */
  private static List<CandidateTrial> betterHalf(
      List<CandidateTrial> alive, CandidateTrial incumbent) {
    List<CandidateTrial> others = new ArrayList<>(alive);
    others.remove(incumbent);
    others.sort(Comparator.comparingDouble(CandidateTrial::median).reversed());
    int kept = Math.max(1, others.size() / 2);
    List<CandidateTrial> better = new ArrayList<>();
    better.add(incumbent);
    better.addAll(others.subList(Math.max(0, others.size() - kept), others.size()));
    return better;
  }

  private static boolean isBetter(CandidateTrial rival, CandidateTrial incumbent) {
    if (rival.count() < LEAST_SAMPLES || incumbent.count() < LEAST_SAMPLES) {
      return false;
    }
    double noise = Math.max(LEAST_GAIN * incumbent.median(), rival.spread() + incumbent.spread());
    return rival.median() < incumbent.median() - noise;
  }
}
