package io.starling.objects.network;

import io.starling.objects.transfer.Outgoing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Gives frames to a connection: messages first, then bytes, which leave from where they lie.
 *
 * <pre>
 *   staging  | header message | header message | header |
 *   body                                                |== bytes of a copy, or of a large message ==|
 * </pre>
 *
 * <p>Invariant: a frame that was begun is written to its end before the next is chosen.
 */
final class FrameWriter {

  /** How a write ended. */
  enum Result {
    /** Nothing is left. */
    DONE,
    /** The kernel takes no more now. */
    FULL,
    /** Others have their turn. */
    MORE
  }

  private static final int STAGING = 64 << 10;
  private static final long SHARE = 4 << 20;

  /** Memory outside the heap that a write from the heap takes. */
  private static final int PIECE = 256 << 10;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final Session session;
  private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING).limit(0);
  private final ByteBuffer[] both = new ByteBuffer[2];
  private long written;
  private ByteBuffer body = NOTHING;

  /** The last byte of the body. */
  private int end;

  /** Whose bytes the body is; null for a message. */
  private Outgoing chunk;

  FrameWriter(SocketChannel channel, Session session) {
    this.channel = channel;
    this.session = session;
    this.both[0] = staging;
  }

  Result write() throws IOException {
    long share = SHARE;
    while (share > 0) {
      if (!staging.hasRemaining() && !body.hasRemaining()) {
        choose();
      }
      long wanted = (long) staging.remaining() + body.remaining();
      if (wanted == 0) {
        return Result.DONE;
      }
      both[1] = body;
      long taken = body.hasRemaining() ? channel.write(both) : channel.write(staging);
      written += taken;
      if (!body.hasRemaining()) {
        advance();
      }
      if (taken < wanted) {
        return Result.FULL;
      }
      share -= taken;
    }
    return Result.MORE;
  }

  /** The bytes that the kernel has taken so far. */
  long written() {
    return written;
  }

  /** The body, or the piece of it that was set, has left. */
  private void advance() {
    if (body.position() < end) {
      body.limit(Math.min(end, body.position() + PIECE));
      return;
    }
    body = NOTHING;
    end = 0;
    if (chunk != null) {
      Outgoing sent = chunk;
      chunk = null;
      session.onSent(sent);
    }
  }

  private void choose() {
    staging.clear();
    OrderedMessages messages = session.messages();
    do {
      stage(messages);
    } while (body == NOTHING && pull(messages));
    if (staging.position() == 0 && messages.owesNow()) {
      Frames.putAcknowledgement(staging, messages.acknowledge());
    }
    staging.flip();
  }

  private void stage(OrderedMessages messages) {
    while (messages.hasUnsent() && staging.remaining() > Frames.MESSAGE_HEADER && body == NOTHING) {
      OrderedMessages.Queued message = messages.peek();
      Frames.putMessage(staging, message, messages.acknowledge());
      if (message.bytes().length <= staging.remaining()) {
        staging.put(message.bytes());
      } else {
        body = ByteBuffer.wrap(message.bytes());
        end = body.limit();
        body.limit(Math.min(end, PIECE));
      }
      messages.sent();
    }
  }

  /** Asks the streams for bytes; returns whether they have given messages instead. */
  private boolean pull(OrderedMessages messages) {
    if (messages.hasUnsent() || staging.remaining() < Frames.BYTES_HEADER) {
      return false;
    }
    Outgoing next = session.nextChunk();
    if (next == null) {
      return messages.hasUnsent();
    }
    Frames.putBytes(staging, next.stream(), (int) next.length(), messages.acknowledge());
    chunk = next;
    body = next.bytes().asByteBuffer();
    end = body.limit();
    return false;
  }
}
