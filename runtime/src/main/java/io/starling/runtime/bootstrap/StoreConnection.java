package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The store's end of a rank's connection. What is offered to it is sent by a thread of its own, so
 * that a client that does not read delays nobody else.
 */
final class StoreConnection implements AutoCloseable {

  private static final int UNREAD_FRAMES = 4096;

  private final FrameConnection connection;
  private final Handshake.Peer peer;
  private final BlockingQueue<Frame> outgoing = new LinkedBlockingQueue<>(UNREAD_FRAMES);
  private final Thread writer;

  StoreConnection(FrameConnection connection, Handshake.Peer peer) {
    this.connection = connection;
    this.peer = peer;
    writer = Thread.ofVirtual().name("starling-store-writer-" + peer.rank()).start(this::write);
  }

  int rank() {
    return peer.rank();
  }

  Role role() {
    return peer.role();
  }

  /** Sends later; a client that lets too much wait is dropped. */
  void offer(Frame frame) {
    if (!outgoing.offer(frame)) {
      close();
    }
  }

  Frame receive() throws IOException {
    return connection.receive(Frame.MAXIMUM);
  }

  private void write() {
    try {
      while (true) {
        connection.send(outgoing.take());
      }
    } catch (IOException | InterruptedException e) {
      connection.close();
    }
  }

  @Override
  public void close() {
    writer.interrupt();
    connection.close();
  }
}
