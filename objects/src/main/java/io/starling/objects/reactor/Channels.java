package io.starling.objects.reactor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Small steps with sockets. */
public final class Channels {

  private Channels() {}

  /** Messages leave at once. */
  public static void prepare(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /** Listens; a channel that can't is closed. */
  public static ServerSocketChannel listen(
      ServerSocketChannel server, SocketAddress address, int backlog) throws IOException {
    try {
      return server.bind(address, backlog);
    } catch (IOException | RuntimeException e) {
      close(server);
      throw e;
    }
  }

  /** Ends it. */
  public static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a socket can't be closed", e);
    }
  }

  /** Writes a part of a handshake, which every new socket takes at once. */
  public static void writeAll(SocketChannel channel, ByteBuffer bytes) throws IOException {
    channel.write(bytes);
    if (bytes.hasRemaining()) {
      throw new IOException("the socket does not take %d bytes".formatted(bytes.remaining()));
    }
  }

  /** The other end, for people. */
  public static String peer(SocketChannel channel) {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress address
          ? address.getAddress().getHostAddress()
          : "an unknown host";
    } catch (IOException e) {
      return "an unknown host";
    }
  }
}
