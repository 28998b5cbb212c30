package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.HexFormat;

/** The socket on which a store listens. */
final class StoreListener {

  /**
   * The connections, beyond the expected ones, that may be open while their clients prove
   * themselves.
   */
  static final int UNAUTHENTICATED = 64;

  private StoreListener() {}

  static ServerSocketChannel open(InetAddress address, int port, int backlog) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      return listener.bind(new InetSocketAddress(address, port), backlog + UNAUTHENTICATED);
    } catch (IOException e) {
      listener.close();
      throw new IOException(
          "can't listen on %s port %d: %s".formatted(address, port, e.getMessage()), e);
    }
  }

  static JobFile describe(ServerSocketChannel listener, byte[] secret) throws IOException {
    InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
    return new JobFile(
        address.getAddress().getHostAddress(), address.getPort(), HexFormat.of().formatHex(secret));
  }
}
