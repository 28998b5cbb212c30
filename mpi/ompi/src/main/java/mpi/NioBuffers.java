package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Buffers of {@code java.nio} for programs. */
final class NioBuffers {

  private NioBuffers() {}

  /** A direct buffer in the native order. */
  static ByteBuffer direct(int capacity, int bytes) {
    if (capacity < 0) {
      throw new IllegalArgumentException("The capacity is %d; it is 0 or more".formatted(capacity));
    }
    return ByteBuffer.allocateDirect(Math.multiplyExact(capacity, bytes))
        .order(ByteOrder.nativeOrder());
  }

  /** Refuses memory that may move during a call that goes on after its return. */
  static <B extends java.nio.Buffer> B requireDirect(B buffer) {
    if (!buffer.isDirect()) {
      throw new NotDirectException("buffer");
    }
    return buffer;
  }

  /** All of a direct buffer, whatever its position and limit. */
  static MemorySegment segment(java.nio.Buffer buffer) {
    return MemorySegment.ofBuffer(requireDirect(buffer).duplicate().clear());
  }

  /** The length of an element of a buffer. */
  static int elementBytes(java.nio.Buffer buffer) {
    return switch (buffer) {
      case ByteBuffer _ -> Byte.BYTES;
      case java.nio.CharBuffer _, java.nio.ShortBuffer _ -> Short.BYTES;
      case java.nio.IntBuffer _, java.nio.FloatBuffer _ -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }
}
