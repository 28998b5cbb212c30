package io.starling.objects.wire;

import io.starling.runtime.StarlingException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Takes what is written, however long it is. One thread uses it, again and again. */
public final class GrowingBuffer {

  private static final int USUAL = 1 << 12;
  private static final int KEPT = 1 << 20;

  private final int limit;
  private ByteBuffer bytes = ByteBuffer.allocate(USUAL);

  /**
   * @param limit the most bytes
   */
  public GrowingBuffer(int limit) {
    this.limit = limit;
  }

  /**
   * Room for more bytes, which the caller puts.
   *
   * @throws StarlingException if that exceeds the limit
   */
  public ByteBuffer room(int length) {
    if (bytes.remaining() < length) {
      grow((long) bytes.position() + length);
    }
    return bytes;
  }

  /** What was written; the buffer is empty then. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes.array(), bytes.position());
    bytes.clear();
    if (bytes.capacity() > KEPT) {
      bytes = ByteBuffer.allocate(USUAL);
    }
    return taken;
  }

  /** Forgets what was written. */
  void discard() {
    bytes.clear();
  }

  private void grow(long needed) {
    if (needed > limit) {
      bytes = ByteBuffer.allocate(USUAL);
      throw new StarlingException("a message of more than %d bytes can't be sent".formatted(limit));
    }
    long capacity = Math.min(limit, Math.max(needed, 2L * bytes.capacity()));
    bytes = ByteBuffer.allocate((int) capacity).put(bytes.flip());
  }
}
