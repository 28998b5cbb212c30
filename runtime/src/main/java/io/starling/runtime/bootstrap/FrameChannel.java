package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/** A socket that carries frames and never blocks. For one thread. */
final class FrameChannel implements AutoCloseable {

  private static final int SMALL = 512;
  private static final int LENGTH = Integer.BYTES;

  private final SocketChannel socket;
  private final Queue<ByteBuffer> outgoing = new ArrayDeque<>();
  private ByteBuffer incoming = ByteBuffer.allocate(SMALL);
  private long unsent;

  FrameChannel(SocketChannel socket) throws IOException {
    this.socket = socket;
    socket.configureBlocking(false);
    socket.socket().setTcpNoDelay(true);
  }

  SocketChannel socket() {
    return socket;
  }

  /** Reads what has arrived; false once the other side has closed. */
  boolean fill() throws IOException {
    return socket.read(incoming) >= 0;
  }

  /** How many bytes have arrived that no message was made of yet. */
  int arrived() {
    return incoming.position();
  }

  /** The next message that has arrived as a whole, or null. To be called until null before fill. */
  Frame next(int maximum) throws IOException {
    if (incoming.position() < LENGTH) {
      return null;
    }
    int end = LENGTH + Frame.checkedLength(incoming.getInt(0), maximum);
    if (incoming.position() < end) {
      reserve(end);
      return null;
    }
    Frame frame = Frame.decode(incoming.duplicate().position(LENGTH).limit(end));
    incoming.flip().position(end);
    incoming.compact();
    return frame;
  }

  private void reserve(int capacity) {
    if (incoming.capacity() < capacity) {
      incoming = ByteBuffer.allocate(capacity).put(incoming.flip());
    }
  }

  /** Keeps the message until {@link #flush} has sent it. */
  void enqueue(Frame frame) {
    ByteBuffer bytes = frame.encode();
    unsent += bytes.remaining();
    outgoing.add(bytes);
  }

  /** Sends what the socket takes; true when nothing is left. */
  boolean flush() throws IOException {
    while (!outgoing.isEmpty()) {
      ByteBuffer first = outgoing.peek();
      unsent -= socket.write(first);
      if (first.hasRemaining()) {
        return false;
      }
      outgoing.remove();
    }
    return true;
  }

  /** How many bytes wait to be sent. */
  long unsent() {
    return unsent;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is lost: each side takes a broken connection for a closed one.
    }
  }
}
