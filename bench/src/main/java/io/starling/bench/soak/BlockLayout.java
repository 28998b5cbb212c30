package io.starling.bench.soak;

import io.starling.collectives.Counts;
import java.util.Arrays;

/**
 * Where blocks lie in a buffer.
 *
 * @param lengths in elements
 * @param displacements in elements
 * @param total the elements of the buffer, gaps included
 */
record BlockLayout(int[] lengths, int[] displacements, int total) {

  /** One after the other. */
  static BlockLayout adjacent(int... lengths) {
    int[] displacements = new int[lengths.length];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      displacements[i] = at;
      at += lengths[i];
    }
    return new BlockLayout(lengths, displacements, at);
  }

  static BlockLayout equal(int length, int blocks) {
    int[] lengths = new int[blocks];
    Arrays.fill(lengths, length);
    return adjacent(lengths);
  }

  /** In any order, with gaps here and there. */
  static BlockLayout scattered(SeededRandom draw, int... lengths) {
    int[] displacements = new int[lengths.length];
    int at = 0;
    for (int block : draw.order(lengths.length)) {
      at += draw.percent(50) ? 0 : draw.between(1, 3);
      displacements[block] = at;
      at += lengths[block];
    }
    return new BlockLayout(lengths, displacements, at);
  }

  Counts counts() {
    return Counts.of(longs(lengths), longs(displacements));
  }

  private static long[] longs(int[] numbers) {
    return Arrays.stream(numbers).asLongStream().toArray();
  }
}
