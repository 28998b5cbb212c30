package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/** A socket that carries frames and never blocks. For one thread. */
final class FrameChannel implements AutoCloseable {

  private static final int SMALL = 512;
  private static final int USUAL = 8 << 10;
  private static final int LENGTH = Integer.BYTES;

  /** What goes through the socket at once: each thread that does it keeps a copy of that size. */
  private static final int SLICE = 64 << 10;

  /** A table is memory that all who get it share, and is counted apart. */
  private record Outgoing(ByteBuffer bytes, boolean table) {}

  private final SocketChannel socket;
  private final Queue<Outgoing> outgoing = new ArrayDeque<>();

  /** Filled from 0; the messages before {@link #taken} have been handed out. */
  private ByteBuffer incoming = ByteBuffer.allocate(SMALL);

  private int taken;
  private final AtomicLong unsent = new AtomicLong();
  private final AtomicLong unsentTables = new AtomicLong();

  FrameChannel(SocketChannel socket) throws IOException {
    this.socket = socket;
    socket.configureBlocking(false);
    socket.socket().setTcpNoDelay(true);
  }

  SocketChannel socket() {
    return socket;
  }

  /** Makes room for more than a greeting: the other side is no stranger. */
  void trust() {
    reserve(USUAL);
  }

  /** Reads what has arrived; false once the other side has closed. */
  boolean fill() throws IOException {
    if (taken > 0) {
      makeRoom();
    }
    int end = incoming.capacity();
    incoming.limit(Math.min(end, incoming.position() + SLICE));
    try {
      return socket.read(incoming) >= 0;
    } finally {
      incoming.limit(end);
    }
  }

  private void makeRoom() {
    incoming.flip().position(taken);
    taken = 0;
    if (!incoming.hasRemaining() && incoming.capacity() > USUAL) {
      incoming = ByteBuffer.allocate(USUAL);
    } else {
      incoming.compact();
    }
  }

  /** How many bytes have arrived that no message was made of yet. */
  int arrived() {
    return incoming.position() - taken;
  }

  /** The next message that has arrived as a whole, or null. To be called until null before fill. */
  Frame next(int maximum) throws IOException {
    if (arrived() < LENGTH) {
      return null;
    }
    int end = taken + LENGTH + Frame.checkedLength(incoming.getInt(taken), maximum);
    if (incoming.position() < end) {
      reserve(end);
      return null;
    }
    Frame frame = Frame.decode(incoming.duplicate().limit(end).position(taken + LENGTH));
    taken = end;
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
    boolean table = frame.type() == FrameType.TABLE;
    count(table, bytes.remaining());
    outgoing.add(new Outgoing(bytes, table));
  }

  private void count(boolean table, int bytes) {
    (table ? unsentTables : unsent).addAndGet(bytes);
  }

  /** Sends what the socket takes; true when nothing is left. */
  boolean flush() throws IOException {
    while (!outgoing.isEmpty()) {
      Outgoing first = outgoing.peek();
      ByteBuffer bytes = first.bytes();
      int slice = Math.min(bytes.remaining(), SLICE);
      int written = socket.write(bytes.slice(bytes.position(), slice));
      bytes.position(bytes.position() + written);
      count(first.table(), -written);
      if (written < slice) {
        return false;
      }
      if (!bytes.hasRemaining()) {
        outgoing.remove();
      }
    }
    return true;
  }

  /** How many bytes wait to be sent, tables apart; any thread may ask. */
  long unsent() {
    return unsent.get();
  }

  /** How many bytes of tables wait to be sent; any thread may ask. */
  long unsentTables() {
    return unsentTables.get();
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
