package io.starling.objects.network;

import io.starling.objects.protocol.Message;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.objects.wire.RecordCodec;
import io.starling.runtime.memory.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Takes frames from a connection. Bytes of a stream go straight to their place, and the header
 * behind them comes with the same call.
 *
 * <pre>
 *   kernel  |== rest of the bytes ==| header | message | header |== bytes ==
 *            `---- target ---------'  `-------- input --------------------'
 * </pre>
 *
 * <p>Invariant: where a frame of bytes is open, {@code input} is empty before each read.
 */
final class FrameReader {

  /** The message of the largest small object fits, with its header. */
  private static final int USUAL = 66 << 10;

  /** A connection gives way to others after so many bytes. */
  private static final long SHARE = 2 << 20;

  /** Memory outside the heap that a read into the heap takes. */
  private static final int PIECE = 256 << 10;

  /**
   * What comes behind the bytes of a frame with the same call: headers, but few bytes that are
   * copied.
   */
  private static final int BEHIND = 4 << 10;

  private final SocketChannel channel;
  private final Session session;
  private final RecordCodec codec;
  private final ByteBuffer usual = ByteBuffer.allocateDirect(USUAL);
  private final ByteBuffer[] both = new ByteBuffer[2];

  /** Filled up to its position, between calls. */
  private ByteBuffer input = usual;

  private int frame;
  private long stream;
  private int missing;
  private long frames;

  FrameReader(SocketChannel channel, Session session, RecordCodec codec) {
    this.channel = channel;
    this.session = session;
    this.codec = codec;
  }

  /** The frames that have come. */
  long frames() {
    return frames;
  }

  /**
   * Reads what is there, and hands it on.
   *
   * @throws MalformedFrameException if that is no frame
   * @throws IOException if the connection is over
   */
  void read() throws IOException {
    long share = SHARE;
    boolean full = true;
    while (full && share > 0 && channel.isOpen()) {
      MemorySegment target = missing > 0 ? session.target(stream, missing) : null;
      ByteBuffer bytes = target == null ? null : target.asByteBuffer();
      int room = bytes == null ? prepare(USUAL) : prepare(BEHIND) + bytes.remaining();
      long count = bytes == null ? channel.read(input) : readBoth(bytes);
      if (count < 0) {
        throw new EOFException("closed the connection");
      }
      full = count == room;
      share -= count;
      parse();
    }
  }

  /** Lets the input take a number of bytes, or what it has room for. */
  private int prepare(int most) {
    int piece = input.isDirect() ? most : PIECE;
    input.limit(Math.min(input.capacity(), input.position() + piece));
    return input.remaining();
  }

  private long readBoth(ByteBuffer bytes) throws IOException {
    both[0] = bytes;
    both[1] = input;
    long count = channel.read(both);
    both[0] = null;
    if (bytes.position() > 0) {
      missing -= bytes.position();
      session.onBytes(stream, bytes.position());
    }
    return count;
  }

  private void parse() throws MalformedFrameException {
    input.flip();
    frame = 0;
    while (channel.isOpen() && (missing > 0 ? takeBytes() : takeFrame())) {
      frames++;
    }
    if (!input.hasRemaining()) {
      input = usual.clear();
    } else if (input.remaining() == input.capacity()) {
      int larger = (int) Math.min(frame, 2L * input.capacity());
      input = ByteBuffer.allocate(larger).put(input);
    } else {
      input.compact();
    }
  }

  /** Copies bytes that came with other frames to their place. */
  private boolean takeBytes() throws MalformedFrameException {
    int length = Math.min(missing, input.remaining());
    if (length == 0) {
      return false;
    }
    MemorySegment target = session.target(stream, missing);
    if (target != null) {
      Bytes.copy(MemorySegment.ofBuffer(input), 0, target, 0, length);
    }
    input.position(input.position() + length);
    missing -= length;
    session.onBytes(stream, length);
    return true;
  }

  private boolean takeFrame() throws MalformedFrameException {
    int start = input.position();
    if (input.remaining() < Frames.SMALLEST_HEADER) {
      return false;
    }
    Frames.check(input, start);
    int length = input.getInt(start + Frames.LENGTH);
    long acknowledged = input.getLong(start + Frames.ACKNOWLEDGED);
    switch (input.get(start)) {
      case Frames.MESSAGE -> {
        frame = Frames.MESSAGE_HEADER + length;
        if (input.remaining() < frame) {
          return false;
        }
        session.messages().onAcknowledged(acknowledged);
        takeMessage(start, start + frame);
      }
      case Frames.BYTES -> {
        if (input.remaining() < Frames.BYTES_HEADER) {
          return false;
        }
        session.messages().onAcknowledged(acknowledged);
        stream = input.getLong(start + Frames.STREAM);
        missing = length;
        input.position(start + Frames.BYTES_HEADER);
      }
      default -> {
        session.messages().onAcknowledged(acknowledged);
        input.position(start + Frames.SMALLEST_HEADER);
      }
    }
    return true;
  }

  private void takeMessage(int start, int end) throws MalformedFrameException {
    long sequence = input.getLong(start + Frames.SEQUENCE);
    long view = input.getLong(start + Frames.VIEW);
    int limit = input.limit();
    input.limit(end).position(start + Frames.MESSAGE_HEADER);
    Message message = (Message) codec.decode(input);
    input.limit(limit);
    session.messages().onReceived(sequence);
    session.onMessage(view, message);
  }
}
