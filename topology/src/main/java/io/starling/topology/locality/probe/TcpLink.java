package io.starling.topology.locality.probe;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Probes over TCP, where UDP is filtered, and streams that measure the bandwidth. A connection
 * begins with the number of probes; after that many 32-bit probes it carries a stream, whose rate
 * the receiver answers when it ends.
 */
final class TcpLink implements AutoCloseable {

  private static final int BLOCK = 64 << 10;

  /** What a burst may carry at once: it says nothing of the bandwidth. */
  private static final long BURST = 512 << 10;

  private static final long LEAST_BYTES = 2 * BURST;
  private static final long LEAST_NANOSECONDS = 15_000_000;
  private static final double NANOSECONDS = 1e3;

  private final ServerSocketChannel server;

  private TcpLink(ServerSocketChannel server) {
    this.server = server;
  }

  /** Serves connections at an address. */
  static TcpLink open(InetSocketAddress address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.bind(address);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    TcpLink link = new TcpLink(server);
    Thread.ofPlatform().daemon().name("probe-tcp").start(link::accept);
    return link;
  }

  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel peer = server.accept();
        if (!server.isOpen()) {
          // A close at the wrong moment lets this thread wait in the kernel for one more peer.
          peer.close();
          return;
        }
        Thread.ofPlatform().daemon().name("probe-stream").start(() -> serve(peer));
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  private static void serve(SocketChannel peer) {
    try (peer) {
      peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
      ByteBuffer word = ByteBuffer.allocateDirect(Integer.BYTES);
      int probes = read(peer, word).getInt();
      for (int i = 0; i < probes; i++) {
        write(peer, read(peer, word));
      }
      double rate = receiveStream(peer);
      write(peer, ByteBuffer.allocate(Double.BYTES).putDouble(rate).flip());
    } catch (IOException e) {
      // The other side sees it, too.
    }
  }

  /** The rate of a stream after its first burst, in bytes per microsecond; 0 if it is short. */
  private static double receiveStream(SocketChannel peer) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    long bytes = 0;
    long counted = 0;
    long start = 0;
    for (int read = peer.read(block.clear()); read >= 0; read = peer.read(block.clear())) {
      bytes += read;
      if (counted == 0 && bytes >= BURST) {
        start = System.nanoTime();
        counted = bytes;
      }
    }
    long time = System.nanoTime() - start;
    return bytes > counted && counted > 0 ? (bytes - counted) * NANOSECONDS / time : 0;
  }

  /** Round-trip times in microseconds, sorted, and then the rate of a stream. */
  record Result(double[] times, double bandwidth) {}

  /**
   * Measures.
   *
   * @param probes may be 0
   * @param withStream whether to measure the bandwidth
   * @param open takes what another thread may close to end the measurement
   */
  static Result measure(
      InetSocketAddress peer,
      int probes,
      boolean withStream,
      Duration timeout,
      Consumer<Closeable> open)
      throws IOException {
    try (SocketChannel channel = SocketChannel.open()) {
      open.accept(channel);
      channel.socket().connect(peer, Math.toIntExact(timeout.toMillis()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      ByteBuffer word = ByteBuffer.allocateDirect(Integer.BYTES);
      write(channel, word.putInt(probes).flip());
      double[] times = new double[probes];
      for (int i = 0; i < probes; i++) {
        long start = System.nanoTime();
        write(channel, word.clear().putInt(i).flip());
        read(channel, word);
        times[i] = (System.nanoTime() - start) / NANOSECONDS;
      }
      Arrays.sort(times);
      return new Result(times, withStream ? stream(channel) : 0);
    }
  }

  private static double stream(SocketChannel channel) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    long start = System.nanoTime();
    for (long sent = 0;
        sent < LEAST_BYTES || System.nanoTime() - start < LEAST_NANOSECONDS;
        sent += BLOCK) {
      write(channel, block.clear());
    }
    channel.shutdownOutput();
    return read(channel, ByteBuffer.allocate(Double.BYTES)).getDouble();
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    bytes.rewind();
  }

  private static ByteBuffer read(SocketChannel channel, ByteBuffer into) throws IOException {
    into.clear();
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw new EOFException("the peer has closed the connection");
      }
    }
    return into.flip();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
