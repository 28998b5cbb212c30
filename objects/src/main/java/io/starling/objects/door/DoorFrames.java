package io.starling.objects.door;

import io.starling.objects.wire.GrowingBuffer;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.objects.wire.RecordCodec;
import java.nio.ByteBuffer;

/**
 * What goes through the door after the handshake: | length 4 | a record |, in both directions. One
 * thread uses it.
 */
public final class DoorFrames {

  /** The bytes before a record. */
  public static final int HEADER = Integer.BYTES;

  private static final int LARGEST = 1 << 30;

  private final RecordCodec codec;
  private final GrowingBuffer scratch = new GrowingBuffer(LARGEST);

  /**
   * @param root what the other side reads or writes
   */
  public DoorFrames(Class<?> root) {
    codec = new RecordCodec(root);
  }

  /** A whole frame. */
  public byte[] encode(Object message) {
    scratch.room(HEADER).putInt(0);
    codec.encode(message, scratch);
    byte[] frame = scratch.take();
    ByteBuffer.wrap(frame).putInt(frame.length - HEADER);
    return frame;
  }

  /** The length of the record whose header begins here. */
  public static int length(ByteBuffer header) throws MalformedFrameException {
    int length = header.getInt(header.position());
    if (length <= 0 || length > LARGEST) {
      throw new MalformedFrameException("sent a frame of %d bytes".formatted(length));
    }
    return length;
  }

  /** The record of a frame, behind its header. */
  public Object decode(ByteBuffer record) throws MalformedFrameException {
    return codec.decode(record);
  }
}
