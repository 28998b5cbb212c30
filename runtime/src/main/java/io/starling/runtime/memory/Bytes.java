package io.starling.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Copies bytes between segments. {@link MemorySegment#copy(MemorySegment, long, MemorySegment,
 * long, long)} is not used for less than 64 bytes: it copies them in a loop of words, and C2 of JDK
 * 25.0.3 sometimes unrolls that loop so that every second word is not stored (decision 72).
 */
public final class Bytes {

  /** From here on the JDK calls a stub, and has no loop. */
  private static final long FEW = 64;

  private Bytes() {}

  /**
   * The same as {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)}; the two
   * places may overlap.
   *
   * @throws IndexOutOfBoundsException if a place is not inside its segment
   */
  public static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    if (length >= FEW || length <= 0) {
      MemorySegment.copy(from, fromOffset, to, toOffset, length);
    } else if (length > 4 * Long.BYTES) {
      copyEightWords(from, fromOffset, to, toOffset, length);
    } else if (length >= 2 * Long.BYTES) {
      copyFourWords(from, fromOffset, to, toOffset, length);
    } else if (length >= Long.BYTES) {
      long last = length - Long.BYTES;
      long head = from.get(JAVA_LONG_UNALIGNED, fromOffset);
      long tail = from.get(JAVA_LONG_UNALIGNED, fromOffset + last);
      to.set(JAVA_LONG_UNALIGNED, toOffset, head);
      to.set(JAVA_LONG_UNALIGNED, toOffset + last, tail);
    } else {
      copyLessThanAWord(from, fromOffset, to, toOffset, length);
    }
  }

  /** All bytes of a segment. */
  public static byte[] toArray(MemorySegment segment) {
    byte[] array = new byte[Math.toIntExact(segment.byteSize())];
    copy(segment, 0, MemorySegment.ofArray(array), 0, array.length);
    return array;
  }

  /** 33 to 63 bytes: four words from the begin and four up to the end, which may overlap. */
  private static void copyEightWords(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    long last = length - 4 * Long.BYTES;
    long a = from.get(JAVA_LONG_UNALIGNED, fromOffset);
    long b = from.get(JAVA_LONG_UNALIGNED, fromOffset + 8);
    long c = from.get(JAVA_LONG_UNALIGNED, fromOffset + 16);
    long d = from.get(JAVA_LONG_UNALIGNED, fromOffset + 24);
    long e = from.get(JAVA_LONG_UNALIGNED, fromOffset + last);
    long f = from.get(JAVA_LONG_UNALIGNED, fromOffset + last + 8);
    long g = from.get(JAVA_LONG_UNALIGNED, fromOffset + last + 16);
    long h = from.get(JAVA_LONG_UNALIGNED, fromOffset + last + 24);
    to.set(JAVA_LONG_UNALIGNED, toOffset, a);
    to.set(JAVA_LONG_UNALIGNED, toOffset + 8, b);
    to.set(JAVA_LONG_UNALIGNED, toOffset + 16, c);
    to.set(JAVA_LONG_UNALIGNED, toOffset + 24, d);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last, e);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last + 8, f);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last + 16, g);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last + 24, h);
  }

  /** 16 to 32 bytes. */
  private static void copyFourWords(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    long last = length - 2 * Long.BYTES;
    long a = from.get(JAVA_LONG_UNALIGNED, fromOffset);
    long b = from.get(JAVA_LONG_UNALIGNED, fromOffset + 8);
    long c = from.get(JAVA_LONG_UNALIGNED, fromOffset + last);
    long d = from.get(JAVA_LONG_UNALIGNED, fromOffset + last + 8);
    to.set(JAVA_LONG_UNALIGNED, toOffset, a);
    to.set(JAVA_LONG_UNALIGNED, toOffset + 8, b);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last, c);
    to.set(JAVA_LONG_UNALIGNED, toOffset + last + 8, d);
  }

  private static void copyLessThanAWord(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    if (length >= Integer.BYTES) {
      long last = length - Integer.BYTES;
      int head = from.get(JAVA_INT_UNALIGNED, fromOffset);
      int tail = from.get(JAVA_INT_UNALIGNED, fromOffset + last);
      to.set(JAVA_INT_UNALIGNED, toOffset, head);
      to.set(JAVA_INT_UNALIGNED, toOffset + last, tail);
    } else if (length >= Short.BYTES) {
      long last = length - Short.BYTES;
      short head = from.get(JAVA_SHORT_UNALIGNED, fromOffset);
      short tail = from.get(JAVA_SHORT_UNALIGNED, fromOffset + last);
      to.set(JAVA_SHORT_UNALIGNED, toOffset, head);
      to.set(JAVA_SHORT_UNALIGNED, toOffset + last, tail);
    } else {
      to.set(JAVA_BYTE, toOffset, from.get(JAVA_BYTE, fromOffset));
    }
  }
}
