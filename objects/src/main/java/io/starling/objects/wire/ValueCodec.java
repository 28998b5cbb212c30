package io.starling.objects.wire;

import java.nio.ByteBuffer;

/** Writes and reads the values of a type. */
interface ValueCodec {

  void write(Object value, GrowingBuffer to);

  /**
   * Reads a value; what it allocates is in proportion to the bytes that are there.
   *
   * @throws MalformedFrameException if the bytes are no value
   */
  Object read(ByteBuffer from) throws MalformedFrameException;

  /** The fewest bytes of a value. */
  int smallest();

  /** What the other side must have too, to understand a value. */
  String description();

  /** Checks that bytes remain. */
  static void need(ByteBuffer from, int bytes) throws MalformedFrameException {
    if (from.remaining() < bytes) {
      throw new MalformedFrameException(
          "sent a message that ends too early: %d bytes are missing"
              .formatted(bytes - from.remaining()));
    }
  }

  /**
   * Reads the length of something.
   *
   * @param smallest the fewest bytes of each of its parts
   */
  static int length(ByteBuffer from, int smallest) throws MalformedFrameException {
    need(from, Integer.BYTES);
    int length = from.getInt();
    if (length < 0 || (long) length * smallest > from.remaining()) {
      throw new MalformedFrameException(
          "sent a message with a part of length %d, but %d bytes remain"
              .formatted(length, from.remaining()));
    }
    return length;
  }
}
