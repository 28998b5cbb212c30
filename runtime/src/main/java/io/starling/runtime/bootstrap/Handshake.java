package io.starling.runtime.bootstrap;

import io.starling.runtime.error.StarlingException;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Locale;

/**
 * How a client proves that it belongs to the job: it presents the job's secret. Both sides of the
 * exchange live here and nowhere else, so that another proof changes only this class.
 */
final class Handshake {

  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Whom the store talks to once the proof was right. */
  record Peer(int rank, Role role) {}

  private Handshake() {}

  /** The client's side: connects and returns when the store has said welcome. */
  static FrameConnection join(RankEnvironment environment, Role role) {
    int rank = environment.rank();
    JobFile job = read(environment);
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(job.host(), job.port()), Math.toIntExact(PATIENCE.toMillis()));
      FrameConnection connection = new FrameConnection(socket);
      connection.setPatience(PATIENCE);
      connection.send(new Frame(FrameType.HELLO, rank, role.name(), job.secretBytes()));
      Frame answer = connection.receive(Frame.MAXIMUM);
      if (answer.type() != FrameType.WELCOME) {
        throw new StarlingException(
            "rank " + rank + " was refused by the launcher: " + answer.name());
      }
      connection.setPatience(Duration.ZERO);
      return connection;
    } catch (EOFException e) {
      close(socket);
      throw new StarlingException(
          "rank %d was turned away by the launcher: %s does not hold the secret of the job at %s:%d"
              .formatted(rank, environment.jobFile(), job.host(), job.port()),
          e);
    } catch (IOException e) {
      close(socket);
      throw new StarlingException(
          "rank %d can't reach its launcher at %s:%d (%s); has 'starling run' ended?"
              .formatted(rank, job.host(), job.port(), e.getMessage()),
          e);
    } catch (StarlingException e) {
      close(socket);
      throw e;
    }
  }

  /**
   * The store's side, before it believes anything about the client.
   *
   * @throws IOException if this is no client of Starling, or one without the secret
   */
  static Peer verify(FrameConnection connection, byte[] secret) throws IOException {
    connection.setPatience(PATIENCE);
    Frame hello = connection.receive(Frame.MAXIMUM_HELLO);
    if (hello.type() != FrameType.HELLO || !MessageDigest.isEqual(secret, hello.value())) {
      throw new IOException("a client without the job's secret");
    }
    connection.setPatience(Duration.ZERO);
    return new Peer(hello.number(), role(hello.name()));
  }

  private static Role role(String name) throws IOException {
    for (Role role : Role.values()) {
      if (role.name().equals(name)) {
        return role;
      }
    }
    throw new IOException("unknown role " + name.toLowerCase(Locale.ROOT));
  }

  private static JobFile read(RankEnvironment environment) {
    try {
      return JobFile.read(environment.jobFile());
    } catch (IOException e) {
      throw new StarlingException(
          "rank %d can't read its job file %s (%s); has 'starling run' ended?"
              .formatted(environment.rank(), environment.jobFile(), e.getMessage()),
          e);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The failure that led here is the one to tell.
    }
  }
}
