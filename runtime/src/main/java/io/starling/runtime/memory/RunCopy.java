package io.starling.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.MemorySegment;

/**
 * Copies runs to packed memory and back. One constant segment covers all native memory, so that the
 * compiler knows its class, as in the folds.
 */
final class RunCopy {

  /** To packed memory. */
  static final TypeMap.Mover PACK = RunCopy::pack;

  /** From packed memory. */
  static final TypeMap.Mover UNPACK = RunCopy::unpack;

  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private RunCopy() {}

  private static void pack(
      MemorySegment scattered,
      long offset,
      long stride,
      long count,
      long length,
      MemorySegment packed,
      long packedOffset) {
    if (scattered.isNative() && packed.isNative()) {
      copy(
          scattered.address() + offset,
          stride,
          packed.address() + packedOffset,
          length,
          count,
          length);
    } else {
      for (long i = 0; i < count; i++) {
        Bytes.copy(scattered, offset + i * stride, packed, packedOffset + i * length, length);
      }
    }
  }

  private static void unpack(
      MemorySegment scattered,
      long offset,
      long stride,
      long count,
      long length,
      MemorySegment packed,
      long packedOffset) {
    if (scattered.isNative() && packed.isNative()) {
      copy(
          packed.address() + packedOffset,
          length,
          scattered.address() + offset,
          stride,
          count,
          length);
    } else {
      for (long i = 0; i < count; i++) {
        Bytes.copy(packed, packedOffset + i * length, scattered, offset + i * stride, length);
      }
    }
  }

  /** Copies {@code count} runs of {@code length} bytes between native addresses. */
  private static void copy(
      long from, long fromStride, long to, long toStride, long count, long length) {
    if (length == Long.BYTES) {
      for (long i = 0; i < count; i++) {
        ALL.set(
            JAVA_LONG_UNALIGNED,
            to + i * toStride,
            ALL.get(JAVA_LONG_UNALIGNED, from + i * fromStride));
      }
    } else if (length == Integer.BYTES) {
      for (long i = 0; i < count; i++) {
        ALL.set(
            JAVA_INT_UNALIGNED,
            to + i * toStride,
            ALL.get(JAVA_INT_UNALIGNED, from + i * fromStride));
      }
    } else {
      for (long i = 0; i < count; i++) {
        Bytes.copy(ALL, from + i * fromStride, ALL, to + i * toStride, length);
      }
    }
  }
}
