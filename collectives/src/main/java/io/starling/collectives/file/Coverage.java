package io.starling.collectives.file;

import java.util.Arrays;

/** A bit for each byte of a block: which of them were written. */
final class Coverage {

  private static final int BITS = Long.SIZE;
  private static final int SHIFT = 6;

  private Coverage() {}

  static long[] of(long bytes) {
    return new long[(int) ((bytes + BITS - 1) >> SHIFT)];
  }

  /** Clears the words of a range. */
  static void clear(long[] words, long from, long to) {
    Arrays.fill(words, (int) (from >> SHIFT), (int) ((to - 1) >> SHIFT) + 1, 0);
  }

  static void set(long[] words, long from, long length) {
    long last = from + length - 1;
    int word = (int) (from >> SHIFT);
    int lastWord = (int) (last >> SHIFT);
    long head = -1L << from;
    long tail = -1L >>> (BITS - 1 - (last & (BITS - 1)));
    if (word == lastWord) {
      words[word] |= head & tail;
    } else {
      words[word] |= head;
      for (int i = word + 1; i < lastWord; i++) {
        words[i] = -1L;
      }
      words[lastWord] |= tail;
    }
  }

  /** The first byte from one on that is set, or the end. */
  static long nextSet(long[] words, long from, long end) {
    return next(words, 0, from, end);
  }

  /** The first byte from one on that is not set, or the end. */
  static long nextClear(long[] words, long from, long end) {
    return next(words, -1L, from, end);
  }

  private static long next(long[] words, long flip, long from, long end) {
    if (from >= end) {
      return end;
    }
    int word = (int) (from >> SHIFT);
    long bits = (words[word] ^ flip) & -1L << from;
    while (bits == 0 && ++word < words.length) {
      bits = words[word] ^ flip;
    }
    long found = bits == 0 ? end : ((long) word << SHIFT) + Long.numberOfTrailingZeros(bits);
    return Math.min(found, end);
  }
}
