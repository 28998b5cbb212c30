package io.starling.runtime.progress.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Device;
import java.lang.foreign.MemorySegment;

/**
 * A message that announces data in a device's memory. It contains a magic number, the length of the
 * data, the header's number, and the place of the data on the sender's device. It is read by
 * address, because it may be in memory that is confined to any thread.
 */
final class RendezvousHeader {

  /** The length of a header. */
  static final int BYTES = 32 + Device.DESCRIPTION_BYTES;

  /** 16 random bytes that mark a header. */
  private static final long FIRST_MARK = 0x9d3c_51f2_e84b_07a6L;

  private static final long SECOND_MARK = 0x62af_18d4_b39e_c571L;

  private static final int LENGTH = 16;
  private static final int NUMBER = 24;
  private static final int DESCRIPTION = 32;

  private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private RendezvousHeader() {}

  /** Writes all but the description. */
  static void write(long address, long length, long number) {
    set(address, FIRST_MARK);
    set(address + Long.BYTES, SECOND_MARK);
    set(address + LENGTH, length);
    set(address + NUMBER, number);
  }

  /** Whether a message is a header. */
  static boolean isAt(long address) {
    return get(address) == FIRST_MARK && get(address + Long.BYTES) == SECOND_MARK;
  }

  static long length(long address) {
    return get(address + LENGTH);
  }

  static long number(long address) {
    return get(address + NUMBER);
  }

  static MemorySegment description(long address) {
    return EVERYTHING.asSlice(address + DESCRIPTION, Device.DESCRIPTION_BYTES);
  }

  private static void set(long address, long value) {
    EVERYTHING.set(JAVA_LONG_UNALIGNED, address, value);
  }

  private static long get(long address) {
    return EVERYTHING.get(JAVA_LONG_UNALIGNED, address);
  }
}
