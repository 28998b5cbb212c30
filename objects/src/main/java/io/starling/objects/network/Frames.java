package io.starling.objects.network;

import io.starling.objects.wire.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * What goes over a connection after the handshake.
 *
 * <pre>
 *   MESSAGE          | 1 | length 4 | acknowledged 8 | sequence 8 | view 8 | a message
 *   BYTES            | 2 | length 4 | acknowledged 8 | stream 8   | bytes of the stream
 *   ACKNOWLEDGEMENT  | 3 | 0      4 | acknowledged 8 |
 * </pre>
 *
 * <p>Every frame acknowledges all messages up to a sequence number. A change here changes {@link
 * #FORMAT}.
 */
final class Frames {

  /** Counts the forms of handshake and frames; both sides of a handshake have the same. */
  static final int FORMAT = 1;

  static final byte MESSAGE = 1;
  static final byte BYTES = 2;
  static final byte ACKNOWLEDGEMENT = 3;

  /** Where the parts of a header begin. */
  static final int LENGTH = 1;

  static final int ACKNOWLEDGED = LENGTH + Integer.BYTES;
  static final int SMALLEST_HEADER = ACKNOWLEDGED + Long.BYTES;
  static final int STREAM = SMALLEST_HEADER;
  static final int BYTES_HEADER = STREAM + Long.BYTES;
  static final int SEQUENCE = SMALLEST_HEADER;
  static final int VIEW = SEQUENCE + Long.BYTES;
  static final int MESSAGE_HEADER = VIEW + Long.BYTES;

  /** The most bytes of a message. */
  static final int LARGEST_MESSAGE = 1 << 30;

  private Frames() {}

  static void putMessage(ByteBuffer to, OrderedMessages.Queued message, long acknowledged) {
    put(to, MESSAGE, message.bytes().length, acknowledged);
    to.putLong(message.sequence()).putLong(message.view());
  }

  static void putBytes(ByteBuffer to, long stream, int length, long acknowledged) {
    put(to, BYTES, length, acknowledged);
    to.putLong(stream);
  }

  static void putAcknowledgement(ByteBuffer to, long acknowledged) {
    put(to, ACKNOWLEDGEMENT, 0, acknowledged);
  }

  /** Checks kind and length of the header that begins at a position. */
  static void check(ByteBuffer from, int position) throws MalformedFrameException {
    byte kind = from.get(position);
    int length = from.getInt(position + LENGTH);
    boolean good =
        switch (kind) {
          case MESSAGE -> length > 0 && length <= LARGEST_MESSAGE;
          case BYTES -> length > 0;
          case ACKNOWLEDGEMENT -> length == 0;
          default -> false;
        };
    if (!good) {
      throw new MalformedFrameException(
          "sent a frame of kind %d with %d bytes".formatted(kind, length));
    }
  }

  private static void put(ByteBuffer to, byte kind, int length, long acknowledged) {
    to.put(kind).putInt(length).putLong(acknowledged);
  }
}
