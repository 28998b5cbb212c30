package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.bench.laboratory.study.Looping.Timing;
import java.util.Arrays;

/** The time of a collective in a loop, from when the ranks begin and end each of them. */
final class LoopTimes {

  private final Looping looping;
  private final int ranks;

  /** Per collective, over all ranks. */
  private long[] firstBegin = new long[64];

  private long[] lastEnd = new long[64];
  private int collectives;

  /** Over all collectives and ranks; each is far below 2^53 picoseconds times a few thousand. */
  private double spent;

  LoopTimes(Looping looping, int ranks) {
    this.looping = looping;
    this.ranks = ranks;
  }

  /** A rank has begun and ended a collective, at times in picoseconds. */
  void add(int collective, long begin, long end) {
    if (collective == firstBegin.length) {
      firstBegin = Arrays.copyOf(firstBegin, 2 * collective);
      lastEnd = Arrays.copyOf(lastEnd, 2 * collective);
    }
    if (collective == collectives) {
      collectives++;
      firstBegin[collective] = begin;
      lastEnd[collective] = end;
    }
    firstBegin[collective] = Math.min(firstBegin[collective], begin);
    lastEnd[collective] = Math.max(lastEnd[collective], end);
    spent += (double) (end - begin);
  }

  /** How many collectives there were. */
  int collectives() {
    return collectives;
  }

  /** How long one took, in picoseconds. */
  double each() {
    return (looping.timing() == Timing.MEAN ? spent / ranks : toLastEnd()) / collectives;
  }

  private double toLastEnd() {
    if (looping.barrier() != Barrier.OUTSIDE) {
      long first = Arrays.stream(firstBegin, 0, collectives).min().orElseThrow();
      long last = Arrays.stream(lastEnd, 0, collectives).max().orElseThrow();
      return (double) (last - first);
    }
    double sum = 0;
    for (int collective = 0; collective < collectives; collective++) {
      sum += (double) (lastEnd[collective] - firstBegin[collective]);
    }
    return sum;
  }
}
