package io.starling.objects.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between two stores and cuts connections after a random number of bytes, in midst of a
 * frame.
 */
final class CuttingProxy implements AutoCloseable {

  private static final int PIECE = 16 << 10;

  private final ServerSocket server;
  private final int target;
  private final int most;
  private final Random random;
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean cutting = true;

  /**
   * @param most the most bytes that a connection carries in one direction
   */
  CuttingProxy(int target, int most, long seed) {
    this.target = target;
    this.most = most;
    this.random = new Random(seed);
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  int cuts() {
    return cuts.get();
  }

  /** Connections from now on stay. */
  void stopCutting() {
    cutting = false;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        Thread.ofVirtual().start(() -> pump(from, to, random.nextInt(most)));
        Thread.ofVirtual().start(() -> pump(to, from, random.nextInt(most)));
      } catch (IOException expected) {
        // The test is over, or the store is closed.
      }
    }
  }

  private void pump(Socket from, Socket to, int limit) {
    byte[] piece = new byte[PIECE];
    int left = limit;
    try (from;
        to) {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      int count = input.read(piece);
      while (count >= 0) {
        boolean cut = cutting && count > left;
        output.write(piece, 0, cut ? left : count);
        if (cut) {
          cuts.incrementAndGet();
          return;
        }
        left -= count;
        count = input.read(piece);
      }
    } catch (IOException expected) {
      // The other direction was cut.
    }
  }
}
