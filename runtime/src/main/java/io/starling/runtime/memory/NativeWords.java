package io.starling.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Atomic accesses to aligned words of 8 bytes at native addresses. All use one constant segment and
 * one constant handle, so that they compile to plain instructions. The caller keeps the memory
 * reachable.
 */
public final class NativeWords {

  private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private NativeWords() {}

  /** All memory of this process; an offset in it is an address. */
  public static MemorySegment memory() {
    return EVERYTHING;
  }

  /** Reads a word; what follows sees all that its writer had written before it released it. */
  public static long acquire(long address) {
    return (long) LONG.getAcquire(EVERYTHING, address);
  }

  /** Writes a word after all that this thread has written before. */
  public static void release(long address, long value) {
    LONG.setRelease(EVERYTHING, address, value);
  }

  /** Adds to a word; returns what was there. Orders accesses like a volatile one. */
  public static long getAndAdd(long address, long value) {
    return (long) LONG.getAndAdd(EVERYTHING, address, value);
  }

  /**
   * Replaces a word that has the expected value; returns what was there. Orders accesses like a
   * volatile one.
   */
  public static long compareAndExchange(long address, long expected, long value) {
    return (long) LONG.compareAndExchange(EVERYTHING, address, expected, value);
  }
}
