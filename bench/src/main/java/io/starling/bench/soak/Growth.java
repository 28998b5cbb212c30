package io.starling.bench.soak;

import java.util.List;

/**
 * Whether what a process uses grows: the median of the last quarter of its samples against that of
 * the second quarter. The first quarter is the warm-up.
 */
final class Growth {

  /** With fewer samples nothing is said. */
  static final int FEWEST_SAMPLES = 24;

  private static final long MIB = 1 << 20;

  private Growth() {}

  /** What is used in the second quarter and in the last one. */
  record Change(long before, long after) {}

  /** How much more is no growth: caches fill, the collector and malloc keep some in hand. */
  static long bound(ProcessSample.Kind kind, long before) {
    return switch (kind) {
      case HEAP -> 8 * MIB + before / 10;
      case NATIVE, RESIDENT -> 32 * MIB + before / 10;
      case DESCRIPTORS, THREADS, FILES, SHARED -> 4;
    };
  }

  static boolean isTold(List<ProcessSample> samples) {
    return samples.size() >= FEWEST_SAMPLES;
  }

  static Change of(ProcessSample.Kind kind, List<ProcessSample> samples) {
    int quarter = samples.size() / 4;
    return new Change(
        median(kind, samples.subList(quarter, 2 * quarter)),
        median(kind, samples.subList(samples.size() - quarter, samples.size())));
  }

  static boolean isTooMuch(ProcessSample.Kind kind, Change change) {
    return change.after - change.before > bound(kind, change.before);
  }

  private static long median(ProcessSample.Kind kind, List<ProcessSample> samples) {
    long[] sorted = samples.stream().mapToLong(sample -> sample.of(kind)).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
