package io.starling.launcher.doctor;

import io.starling.launcher.hosts.HostInterface;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the doctor does on one host: looks around, opens a port, and tries those of others. */
final class Station implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final byte[] GREETING = "starling doctor".getBytes(StandardCharsets.US_ASCII);

  private final String net;
  private final Optional<InetAddress> other;
  private final ServerSocket server;

  /**
   * Opens a port on the interface that ranks would use.
   *
   * @param net what {@code --net} says; may be empty
   * @param other a host that is to be reached, if there is one
   */
  Station(String net, Optional<InetAddress> other) throws IOException {
    this.net = net;
    this.other = other;
    server = new ServerSocket();
    server.bind(new InetSocketAddress(address(), 0));
    Thread.ofVirtual().start(this::greet);
  }

  private InetAddress address() {
    try {
      return NetworkChecks.choose(net, other)
          .map(HostInterface::address)
          .orElseGet(InetAddress::getLoopbackAddress);
    } catch (IllegalArgumentException e) {
      // The findings say so.
      return InetAddress.getLoopbackAddress();
    }
  }

  private void greet() {
    while (!server.isClosed()) {
      try (Socket visitor = server.accept()) {
        visitor.getOutputStream().write(GREETING);
      } catch (IOException e) {
        // One visitor, or the end.
      }
    }
  }

  List<Finding> findings() {
    return HostChecks.run(net, other);
  }

  InetSocketAddress listening() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** Tries a port of another host; returns what went wrong, or nothing. */
  static String connect(InetSocketAddress target) {
    try (Socket socket = new Socket()) {
      int patience = Math.toIntExact(PATIENCE.toMillis());
      socket.setSoTimeout(patience);
      socket.connect(target, patience);
      byte[] heard = socket.getInputStream().readNBytes(GREETING.length);
      return Arrays.equals(heard, GREETING) ? "" : "another program answers";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
