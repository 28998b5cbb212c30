package io.starling.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Copies bytes between segments by a stub of the JVM. {@link MemorySegment#copy(MemorySegment,
 * long, MemorySegment, long, long)} is not used: it copies less than 64 bytes in a loop of words,
 * and C2 of JDK 25.0.3 sometimes unrolls that loop so that every second word is not stored
 * (decision 72).
 */
public final class Bytes {

  private Bytes() {}

  /**
   * The same as {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)}; the two
   * places may overlap.
   *
   * @throws IndexOutOfBoundsException if a place is not inside its segment
   */
  public static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long length) {
    MemorySegment.copy(from, JAVA_BYTE, fromOffset, to, JAVA_BYTE, toOffset, length);
  }
}
