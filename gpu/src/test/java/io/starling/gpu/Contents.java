package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** What is in the memory of scenarios. */
final class Contents {

  /** How long buffers are where it does not matter. */
  static final int SIZE = 10_000;

  private Contents() {}

  /** Fills a segment, and returns it. */
  static MemorySegment random(MemorySegment segment, RandomGenerator random) {
    for (long offset = 0; offset < segment.byteSize(); offset++) {
      segment.set(JAVA_BYTE, offset, (byte) random.nextInt());
    }
    return segment;
  }

  /** Zeros in a Java array. */
  static MemorySegment array(long bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes]);
  }

  /** A copy of all of a buffer. */
  static MemorySegment content(DeviceBuffer buffer) {
    MemorySegment content = array(buffer.byteSize());
    buffer.copyTo(content);
    return content;
  }

  static void assertSame(MemorySegment one, MemorySegment other) {
    assertThat(one.mismatch(other)).isEqualTo(-1);
  }
}
