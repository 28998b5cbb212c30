package io.starling.runtime.bootstrap.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * The client's end of a connection to the store, with blocking and non-blocking calls. For one
 * thread, except {@link #wakeUp} and {@link #close}.
 */
public final class ClientChannel implements AutoCloseable {

  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SEND_PATIENCE = Duration.ofSeconds(30);

  private final FrameChannel channel;
  private final Selector selector;
  private final SelectionKey key;

  private ClientChannel(SocketChannel socket) throws IOException {
    channel = new FrameChannel(socket);
    selector = Selector.open();
    key = socket.register(selector, SelectionKey.OP_READ);
  }

  static ClientChannel connect(String host, int port) throws IOException {
    SocketChannel socket = SocketChannel.open();
    try {
      int patience = Math.toIntExact(CONNECT_PATIENCE.toMillis());
      socket.socket().connect(new InetSocketAddress(host, port), patience);
      return new ClientChannel(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Sends the whole message.
   *
   * @throws SocketTimeoutException if the store reads nothing for half a minute
   */
  public void send(Frame frame) throws IOException {
    send(frame, SEND_PATIENCE);
  }

  /** Sends the whole message with a given timeout. The connection is unusable after a failure. */
  public void send(Frame frame, Duration patience) throws IOException {
    channel.enqueue(frame);
    long unsent = Long.MAX_VALUE;
    long takenAt = 0;
    while (!channel.flush()) {
      long now = System.nanoTime();
      if (channel.unsent() < unsent) {
        unsent = channel.unsent();
        takenAt = now;
      }
      long left = patience.toNanos() - (now - takenAt);
      if (left <= 0) {
        throw new SocketTimeoutException(
            "it has read nothing of %s '%s' for %d ms; is it stopped, or is its host unreachable?"
                .formatted(frame.type(), frame.name(), patience.toMillis()));
      }
      key.interestOps(SelectionKey.OP_WRITE);
      await(Duration.ofNanos(left));
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  /**
   * The next message if it has arrived, or null.
   *
   * @throws EOFException if the launcher has closed the connection
   */
  public Frame poll() throws IOException {
    Frame frame = channel.next(Frame.MAXIMUM);
    while (frame == null) {
      int before = channel.arrived();
      if (!channel.fill()) {
        throw new EOFException("the launcher has closed the connection");
      }
      if (channel.arrived() == before) {
        return null;
      }
      frame = channel.next(Frame.MAXIMUM);
    }
    return frame;
  }

  /**
   * Hands over the connection with the data that has arrived; this object must not be used after
   * that.
   */
  public FrameChannel release() throws IOException {
    key.cancel();
    selector.close();
    return channel;
  }

  /** Waits until data has arrived, the time has elapsed or another thread wakes this one. */
  public void await(Duration timeout) throws IOException {
    long milliseconds = Math.max(1, timeout.toMillis());
    selector.select(milliseconds);
    selector.selectedKeys().clear();
  }

  /** As {@link #await(Duration)}, without a time limit. */
  public void await() throws IOException {
    selector.select();
    selector.selectedKeys().clear();
  }

  /** Ends the wait of another thread. */
  public void wakeUp() {
    selector.wakeup();
  }

  @Override
  public void close() {
    channel.close();
    try {
      selector.close();
    } catch (IOException e) {
      // The connection is closed already.
    }
  }
}
