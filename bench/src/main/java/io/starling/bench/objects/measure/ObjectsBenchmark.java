package io.starling.bench.objects.measure;

import io.starling.bench.Converters;
import java.util.List;
import java.util.Locale;

/** What can be measured. */
enum ObjectsBenchmark {
  PUT(2, 1, Sizes.OF_ONE),
  GET(2, 1, Sizes.OF_ONE),
  WRITE(2, 1, Sizes.LOCATION),
  READ(2, 1, Sizes.LOCATION),
  ROUNDTRIP(2, 2, Sizes.ROUND_TRIP),
  BROADCAST(2, 1, Sizes.COLLECTIVE),
  GATHER(2, 0, Sizes.COLLECTIVE),
  REDUCE(2, 3, Sizes.COLLECTIVE),
  ALLREDUCE(2, 3, Sizes.COLLECTIVE),
  RECOVERY(3, 1, Sizes.RECOVERY),
  EMBEDDED(2, 2, Sizes.EMBEDDED);

  /** Sizes that are measured unless the user names others. */
  private static final class Sizes {
    static final List<Long> OF_ONE = List.of(1L << 10, 32L << 10, 1L << 20, 32L << 20);
    static final List<Long> LOCATION = List.of(8L);
    static final List<Long> ROUND_TRIP =
        List.of(1L << 10, 32L << 10, 1L << 20, 32L << 20, 100L << 20, 1L << 30);
    static final List<Long> COLLECTIVE = List.of(1L << 20, 32L << 20, 100L << 20, 1L << 30);
    static final List<Long> RECOVERY = List.of(256L << 20);
    static final List<Long> EMBEDDED = List.of(1L << 10);
  }

  private final int leastRanks;
  private final int objects;
  private final List<Long> sizes;

  /**
   * @param objects how many a store has at once at most; 0 for one of each rank
   */
  ObjectsBenchmark(int leastRanks, int objects, List<Long> sizes) {
    this.leastRanks = leastRanks;
    this.objects = objects;
    this.sizes = sizes;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  int leastRanks() {
    return leastRanks;
  }

  List<Long> defaultSizes() {
    return sizes;
  }

  /** Whether the user's sizes apply. */
  boolean takesSizes() {
    return this != WRITE && this != READ;
  }

  /** The bytes that one store has at once, at most. */
  long memory(long bytes, int ranks) {
    return bytes * (objects == 0 ? ranks : objects);
  }

  /** From a word; also the list of what there is. */
  static final class Words extends Converters.Words<ObjectsBenchmark> {
    Words() {
      super(ObjectsBenchmark.class);
    }
  }

  /** Several of them, with commas between. */
  static final class Several extends Converters.Several<ObjectsBenchmark> {
    Several() {
      super(new Words()::convert);
    }
  }
}
