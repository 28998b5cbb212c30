package io.starling.runtime.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Loads and stores at native addresses. All use one constant segment and constant handles, so that
 * they compile to plain instructions whatever segment classes the program uses.
 */
final class Words {

  private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final VarHandle INT = JAVA_INT.varHandle();

  private Words() {}

  /** All memory of this process; an offset in it is an address. */
  static MemorySegment memory() {
    return EVERYTHING;
  }

  static long get(long address) {
    return EVERYTHING.get(JAVA_LONG, address);
  }

  static void set(long address, long value) {
    EVERYTHING.set(JAVA_LONG, address, value);
  }

  static long acquire(long address) {
    return (long) LONG.getAcquire(EVERYTHING, address);
  }

  static void release(long address, long value) {
    LONG.setRelease(EVERYTHING, address, value);
  }

  static long peek(long address) {
    return (long) LONG.getOpaque(EVERYTHING, address);
  }

  static boolean compareAndSet(long address, long expected, long value) {
    return LONG.compareAndSet(EVERYTHING, address, expected, value);
  }

  static long getAndAdd(long address, long value) {
    return (long) LONG.getAndAdd(EVERYTHING, address, value);
  }

  static long getAndSet(long address, long value) {
    return (long) LONG.getAndSet(EVERYTHING, address, value);
  }

  static int peekInt(long address) {
    return (int) INT.getOpaque(EVERYTHING, address);
  }

  static void setVolatileInt(long address, int value) {
    INT.setVolatile(EVERYTHING, address, value);
  }

  static boolean compareAndSetInt(long address, int expected, int value) {
    return INT.compareAndSet(EVERYTHING, address, expected, value);
  }

  static void copy(long from, long to, long bytes) {
    Bytes.copy(EVERYTHING, from, EVERYTHING, to, bytes);
  }

  /** Copies from a place on the Java heap, or from an address if {@code heap} is null. */
  static void copyFrom(MemorySegment heap, long from, long to, long bytes) {
    if (heap == null) {
      copy(from, to, bytes);
    } else {
      Bytes.copy(heap, from, EVERYTHING, to, bytes);
    }
  }

  /** Copies to a place on the Java heap, or to an address if {@code heap} is null. */
  static void copyTo(long from, MemorySegment heap, long to, long bytes) {
    if (heap == null) {
      copy(from, to, bytes);
    } else {
      Bytes.copy(EVERYTHING, from, heap, to, bytes);
    }
  }

  /**
   * Copies a few bytes without a call, which would cost more than the copy, and without a loop, of
   * which C2 may lose stores (decision 72). The last words may overlap those before.
   */
  static void copyFew(long from, long to, long bytes) {
    if (bytes > 4 * Long.BYTES) {
      copy(from, to, bytes);
    } else if (bytes >= 2 * Long.BYTES) {
      long last = bytes - 2 * Long.BYTES;
      long a = word(from);
      long b = word(from + Long.BYTES);
      long c = word(from + last);
      long d = word(from + last + Long.BYTES);
      setWord(to, a);
      setWord(to + Long.BYTES, b);
      setWord(to + last, c);
      setWord(to + last + Long.BYTES, d);
    } else if (bytes >= Long.BYTES) {
      long last = bytes - Long.BYTES;
      long a = word(from);
      long b = word(from + last);
      setWord(to, a);
      setWord(to + last, b);
    } else if (bytes >= Integer.BYTES) {
      long last = bytes - Integer.BYTES;
      int a = EVERYTHING.get(JAVA_INT_UNALIGNED, from);
      int b = EVERYTHING.get(JAVA_INT_UNALIGNED, from + last);
      EVERYTHING.set(JAVA_INT_UNALIGNED, to, a);
      EVERYTHING.set(JAVA_INT_UNALIGNED, to + last, b);
    } else if (bytes > 0) {
      copyLessThanFour(from, to, bytes);
    }
  }

  private static void copyLessThanFour(long from, long to, long bytes) {
    byte first = EVERYTHING.get(JAVA_BYTE, from);
    byte middle = EVERYTHING.get(JAVA_BYTE, from + bytes / 2);
    byte last = EVERYTHING.get(JAVA_BYTE, from + bytes - 1);
    EVERYTHING.set(JAVA_BYTE, to, first);
    EVERYTHING.set(JAVA_BYTE, to + bytes / 2, middle);
    EVERYTHING.set(JAVA_BYTE, to + bytes - 1, last);
  }

  private static long word(long address) {
    return EVERYTHING.get(JAVA_LONG_UNALIGNED, address);
  }

  private static void setWord(long address, long value) {
    EVERYTHING.set(JAVA_LONG_UNALIGNED, address, value);
  }
}
