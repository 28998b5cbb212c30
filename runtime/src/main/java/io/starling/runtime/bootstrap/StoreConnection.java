package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.nio.channels.SelectionKey;

/** The store's end of a connection: of a stranger's until the peer is known. For one thread. */
final class StoreConnection {

  /** What a client may leave unread before it is dropped. */
  private static final long MAXIMUM_UNSENT = 16L << 20;

  private final FrameChannel channel;
  private final SelectionKey key;
  private final long openedAt = System.nanoTime();
  private Handshake.Peer peer;

  StoreConnection(FrameChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  /** Null until the client has proved that it belongs to the job. */
  Handshake.Peer peer() {
    return peer;
  }

  void admit(Handshake.Peer known) {
    peer = known;
  }

  boolean isOverdue(long now) {
    return peer == null && now - openedAt > Handshake.PATIENCE.toNanos();
  }

  /** Reads what has arrived; false once the client has closed. */
  boolean fill() throws IOException {
    return channel.fill();
  }

  Frame next() throws IOException {
    return channel.next(peer == null ? Frame.MAXIMUM_HELLO : Frame.MAXIMUM);
  }

  /** Sends now or, if the client is slow to read, later; one that reads nothing is dropped. */
  void offer(Frame frame) {
    channel.enqueue(frame);
    flush();
  }

  void flush() {
    try {
      boolean done = channel.flush();
      if (channel.unsent() > MAXIMUM_UNSENT) {
        close();
      } else if (key.isValid()) {
        key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      }
    } catch (IOException e) {
      close();
    }
  }

  void close() {
    channel.close();
  }
}
