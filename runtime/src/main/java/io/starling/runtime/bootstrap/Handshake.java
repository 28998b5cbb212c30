package io.starling.runtime.bootstrap;

import io.starling.runtime.error.StarlingException;
import java.io.EOFException;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;

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
  static ClientChannel join(RankEnvironment environment, Role role) {
    int rank = environment.rank();
    JobFile job = read(environment);
    try {
      ClientChannel channel = ClientChannel.connect(job.host(), job.port());
      try {
        channel.send(new Frame(FrameType.HELLO, rank, role.name(), job.secretBytes()));
        checkWelcome(rank, firstAnswer(channel));
        return channel;
      } catch (IOException | StarlingException e) {
        channel.close();
        throw e;
      }
    } catch (EOFException e) {
      throw new StarlingException(
          "rank %d was turned away by the launcher: %s does not hold the secret of the job at %s:%d"
              .formatted(rank, environment.jobFile(), job.host(), job.port()),
          e);
    } catch (IOException e) {
      throw new StarlingException(
          "rank %d can't reach its launcher at %s:%d (%s); has 'starling run' ended?"
              .formatted(rank, job.host(), job.port(), e.getMessage()),
          e);
    }
  }

  private static Frame firstAnswer(ClientChannel channel) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Frame answer = channel.poll();
    while (answer == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
      }
      channel.await(Duration.ofNanos(left));
      answer = channel.poll();
    }
    return answer;
  }

  private static void checkWelcome(int rank, Frame answer) {
    if (answer.type() != FrameType.WELCOME) {
      throw new StarlingException(
          "rank " + rank + " was refused by the launcher: " + answer.name());
    }
  }

  /**
   * The store's side, before it believes anything about the client.
   *
   * @throws IOException if this is no client of Starling, or one without the secret
   */
  static Peer verify(Frame hello, byte[] secret) throws IOException {
    if (hello.type() != FrameType.HELLO || !MessageDigest.isEqual(secret, hello.value())) {
      throw new IOException("a client without the job's secret");
    }
    for (Role role : Role.values()) {
      if (role.name().equals(hello.name())) {
        return new Peer(hello.number(), role);
      }
    }
    throw new IOException("a client with an unknown role");
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
}
