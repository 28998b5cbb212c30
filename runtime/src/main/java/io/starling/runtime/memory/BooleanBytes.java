package io.starling.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A part of a {@code boolean[]} as bytes of 0 and 1. A {@code boolean[]} can't be a memory segment,
 * so each byte is converted when it is read or written.
 */
record BooleanBytes(boolean[] array, int offset, int length) {

  BooleanBytes {
    Objects.checkFromIndexSize(offset, length, array.length);
  }

  BooleanBytes slice(int from, int count) {
    Objects.checkFromIndexSize(from, count, length);
    return new BooleanBytes(array, offset + from, count);
  }

  void read(long from, MemorySegment into, long intoOffset, long count) {
    Objects.checkFromIndexSize(from, count, length);
    for (long i = 0; i < count; i++) {
      byte value = (byte) (array[(int) (offset + from + i)] ? 1 : 0);
      into.set(ValueLayout.JAVA_BYTE, intoOffset + i, value);
    }
  }

  void write(long to, MemorySegment from, long fromOffset, long count) {
    Objects.checkFromIndexSize(to, count, length);
    for (long i = 0; i < count; i++) {
      array[(int) (offset + to + i)] = from.get(ValueLayout.JAVA_BYTE, fromOffset + i) != 0;
    }
  }

  boolean isSameAs(BooleanBytes other) {
    return array == other.array && offset == other.offset && length == other.length;
  }

  boolean overlaps(BooleanBytes other) {
    return array == other.array
        && offset < other.offset + other.length
        && other.offset < offset + length;
  }
}
