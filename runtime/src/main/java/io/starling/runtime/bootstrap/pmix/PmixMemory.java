package io.starling.runtime.bootstrap.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The structures of {@code pmix_common.h}, identical in PMIx 3, 4 and 5.
 *
 * <pre>
 *   pmix_proc_t   260 bytes   nspace[256]  rank:4
 *   pmix_value_t   32 bytes   type:2 (6)   data: a number, or pointer:8 size:8
 *   pmix_info_t   552 bytes   key[512]     flags:4 (4)   value:32
 * </pre>
 */
final class PmixMemory {

  static final int ALL_RANKS = -2;

  private static final long PROCESS_BYTES = 260;
  private static final long RANK = 256;
  private static final long VALUE_BYTES = 32;
  private static final long DATA = 8;
  private static final long SIZE = 16;
  private static final long INFO_BYTES = 552;
  private static final long INFO_VALUE = 520;
  private static final short TYPE_BOOLEAN = 1;
  private static final short TYPE_INT = 6;
  private static final short TYPE_UINT32 = 14;
  private static final short TYPE_BYTE_OBJECT = 27;

  private PmixMemory() {}

  /** A {@code pmix_proc_t} to be filled in. */
  static MemorySegment process(Arena arena) {
    return arena.allocate(PROCESS_BYTES, Integer.BYTES);
  }

  static int rank(MemorySegment process) {
    return process.get(JAVA_INT, RANK);
  }

  /** Another process of the same job. */
  static MemorySegment peer(MemorySegment process, int rank, Arena arena) {
    MemorySegment peer = process(arena).copyFrom(process);
    peer.set(JAVA_INT, RANK, rank);
    return peer;
  }

  /** A {@code pmix_info_t} with the value true. */
  static MemorySegment flag(String key, Arena arena) {
    MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
    info.setString(0, key);
    info.set(JAVA_SHORT, INFO_VALUE, TYPE_BOOLEAN);
    info.set(JAVA_BOOLEAN, INFO_VALUE + DATA, true);
    return info;
  }

  /** A {@code pmix_info_t} with a number. */
  static MemorySegment number(String key, int number, Arena arena) {
    MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
    info.setString(0, key);
    info.set(JAVA_SHORT, INFO_VALUE, TYPE_INT);
    info.set(JAVA_INT, INFO_VALUE + DATA, number);
    return info;
  }

  /** A {@code pmix_value_t} of bytes. */
  static MemorySegment value(byte[] bytes, Arena arena) {
    MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
    MemorySegment data = arena.allocate(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, data, JAVA_BYTE, 0, bytes.length);
    value.set(JAVA_SHORT, 0, TYPE_BYTE_OBJECT);
    value.set(ADDRESS, DATA, data);
    value.set(JAVA_LONG, SIZE, bytes.length);
    return value;
  }

  /** Reads a value that is a number. */
  static int number(MemorySegment value) {
    require(value, TYPE_UINT32);
    return value.get(JAVA_INT, DATA);
  }

  /** The bytes of a value. */
  static MemorySegment bytes(MemorySegment value) {
    require(value, TYPE_BYTE_OBJECT);
    return value.get(ADDRESS, DATA).reinterpret(value.get(JAVA_LONG, SIZE));
  }

  /** A value that PMIx has allocated. */
  static MemorySegment valueAt(MemorySegment pointer) {
    return pointer.get(ADDRESS, 0).reinterpret(VALUE_BYTES);
  }

  private static void require(MemorySegment value, short type) {
    short found = value.get(JAVA_SHORT, 0);
    if (found != type) {
      throw new IllegalStateException("PMIx value of type " + found + " instead of " + type);
    }
  }
}
