package io.starling.gpu;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Checked addresses for foreign calls. */
final class Addresses {

  private Addresses() {}

  /**
   * The address of a range of a native segment.
   *
   * @throws IndexOutOfBoundsException if the range is not inside the segment
   * @throws IllegalStateException if the memory has been freed
   * @throws IllegalArgumentException if it is a Java array, which a device can't access
   */
  static long of(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the memory is closed already: " + segment);
    }
    if (!segment.isNative()) {
      throw new IllegalArgumentException(
          "a device can't reach a Java array; copy it, or use native memory: " + segment);
    }
    return segment.address() + offset;
  }
}
