package io.starling.bench.soak;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random choices that depend on nothing but the numbers it is made of: all ranks that make it of
 * the same numbers draw the same.
 */
final class SeededRandom {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long key;
  private final SplittableRandom random;

  private SeededRandom(long key) {
    this.key = key;
    random = new SplittableRandom(key);
  }

  static SeededRandom of(long... numbers) {
    long key = 0;
    for (long number : numbers) {
      key = mix(key * GOLDEN + number);
    }
    return new SeededRandom(key);
  }

  /** Bits of a number, well stirred (the finisher of SplitMix64). */
  static long mix(long number) {
    long bits = number + GOLDEN;
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }

  /** Other choices, for a part of what these are for; not moved by what was drawn here. */
  SeededRandom part(long number) {
    return of(key, number);
  }

  /** What the values of this choice may be made of. */
  long key() {
    return key;
  }

  /** 0 to {@code bound} - 1. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends are drawn. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** The numbers below {@code size} in any order. */
  int[] order(int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int at = random.nextInt(i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }
}
