package io.starling.runtime.bootstrap.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/** A non-blocking socket that carries frames. For one thread. */
public final class FrameChannel implements AutoCloseable {

  private static final int SMALL = 512;
  private static final int USUAL = 8 << 10;
  private static final int LENGTH = Integer.BYTES;

  /**
   * The most bytes per socket call: the JDK keeps a buffer of that size for each calling thread.
   */
  private static final int SLICE = 64 << 10;

  /** A table is memory that all its receivers share; it is counted separately. */
  private record Outgoing(ByteBuffer bytes, boolean table) {}

  private final SocketChannel socket;
  private final Queue<Outgoing> outgoing = new ArrayDeque<>();

  /** Filled from 0; the messages before {@link #taken} have been returned. */
  private ByteBuffer incoming = ByteBuffer.allocate(SMALL);

  private int taken;
  private final AtomicLong unsent = new AtomicLong();
  private final AtomicLong unsentTables = new AtomicLong();

  public FrameChannel(SocketChannel socket) throws IOException {
    this.socket = socket;
    socket.configureBlocking(false);
    socket.socket().setTcpNoDelay(true);
  }

  public SocketChannel socket() {
    return socket;
  }

  /** Makes room for more than a greeting, after the other side has proved itself. */
  public void trust() {
    reserve(USUAL);
  }

  /** Reads the data that has arrived; returns false once the other side has closed. */
  public boolean fill() throws IOException {
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

  /** The number of bytes that have arrived and belong to no returned message. */
  public int arrived() {
    return incoming.position() - taken;
  }

  /**
   * The next complete message, or null. To be called until it returns null before the next fill.
   */
  public Frame next(int maximum) throws IOException {
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

  /** Queues the message for {@link #flush}. */
  public void enqueue(Frame frame) {
    ByteBuffer bytes = frame.encode();
    boolean table = frame.type() == FrameType.TABLE;
    count(table, bytes.remaining());
    outgoing.add(new Outgoing(bytes, table));
  }

  private void count(boolean table, int bytes) {
    (table ? unsentTables : unsent).addAndGet(bytes);
  }

  /** Sends as much as the socket accepts; returns true when nothing is left. */
  public boolean flush() throws IOException {
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

  /** The number of bytes that wait to be sent, without tables; any thread may call. */
  public long unsent() {
    return unsent.get();
  }

  /** The number of bytes of tables that wait to be sent; any thread may call. */
  public long unsentTables() {
    return unsentTables.get();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is lost: each side treats a broken connection as a closed one.
    }
  }
}
