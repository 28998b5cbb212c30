package io.starling.topology.locality.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Sends each probe back at once. After a probe it polls for a while, so that the next one does not
 * wait for a thread to wake up; then it sleeps until one comes.
 */
final class UdpEcho implements AutoCloseable {

  static final int LONGEST = 64;

  private static final long POLL_NANOSECONDS = 2_000_000;

  private final DatagramChannel channel;
  private final Selector selector;
  private volatile boolean closed;

  private UdpEcho(DatagramChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /** An echo at an address, on a thread of its own. */
  static UdpEcho open(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.bind(address);
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      UdpEcho echo = new UdpEcho(channel, selector);
      Thread.ofPlatform().daemon().name("probe-echo").start(echo::serve);
      return echo;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  // A thread that waits for a datagram must let others run where there are more than cores.
  @SuppressWarnings("ThreadPriorityCheck")
  private void serve() {
    ByteBuffer probe = ByteBuffer.allocateDirect(LONGEST);
    long quietSince = System.nanoTime();
    try {
      while (!closed) {
        probe.clear();
        SocketAddress sender = channel.receive(probe);
        if (sender != null) {
          probe.flip();
          channel.send(probe, sender);
          quietSince = System.nanoTime();
        } else if (System.nanoTime() - quietSince < POLL_NANOSECONDS) {
          Thread.yield();
        } else {
          selector.select();
          selector.selectedKeys().clear();
        }
      }
    } catch (IOException | RuntimeException e) {
      // It was closed, or the network has gone: those that probe this host find no answer.
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.close();
    channel.close();
  }
}
