package io.starling.runtime.memory;

import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.ValueLayout;

/**
 * A {@code boolean[]} as bytes of 0 and 1. It can't be a memory segment, so each byte is converted
 * when it is read or written. Two of them are the same if the array is.
 */
@SuppressWarnings("ArrayRecordComponent") // The array is meant, not its content.
record BooleanBytes(boolean[] array) {

  /** To packed memory. */
  TypeMap.Mover pack() {
    return (_, offset, stride, count, length, packed, packedOffset) -> {
      long at = packedOffset;
      for (long i = 0; i < count; i++) {
        for (long j = 0; j < length; j++) {
          packed.set(ValueLayout.JAVA_BYTE, at, value(offset + i * stride + j));
          at++;
        }
      }
    };
  }

  private byte value(long index) {
    return (byte) (array[(int) index] ? 1 : 0);
  }

  /** From packed memory. */
  TypeMap.Mover unpack() {
    return (_, offset, stride, count, length, packed, packedOffset) -> {
      long at = packedOffset;
      for (long i = 0; i < count; i++) {
        for (long j = 0; j < length; j++) {
          array[(int) (offset + i * stride + j)] = packed.get(ValueLayout.JAVA_BYTE, at) != 0;
          at++;
        }
      }
    };
  }
}
