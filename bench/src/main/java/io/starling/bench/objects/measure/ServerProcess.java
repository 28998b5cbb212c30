package io.starling.bench.objects.measure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.IntFunction;

/** A server of a peer: rank 0 starts it on its host, and all ranks connect. */
final class ServerProcess implements AutoCloseable {

  private static final long PATIENCE = 10_000_000_000L;
  private static final long PAUSE_MILLIS = 20;

  private final Process process;
  private final InetSocketAddress address;

  private ServerProcess(Process process, InetSocketAddress address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts one at rank 0.
   *
   * @param command for a port
   */
  static ServerProcess start(Scene scene, IntFunction<List<String>> command) throws IOException {
    int port = 0;
    Process process = null;
    if (scene.rank() == 0) {
      port = freePort(scene);
      process =
          new ProcessBuilder(command.apply(port))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    }
    port = (int) scene.meeting().agree(port);
    return new ServerProcess(process, new InetSocketAddress(scene.addresses().getFirst(), port));
  }

  /** A port of this host that is free. */
  static int freePort(Scene scene) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(scene.address(), 0));
      return socket.getLocalPort();
    }
  }

  /** Connects as soon as the server listens. */
  SocketChannel connect() throws IOException {
    long end = System.nanoTime() + PATIENCE;
    while (true) {
      try {
        SocketChannel channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
      } catch (IOException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
