package io.starling.runtime.bootstrap.wire;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.net.Hmac;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;

/**
 * The handshake by which a client and a store prove to each other that they know the job's secret,
 * which is never sent. Both sides are implemented here.
 *
 * <pre>
 *   store   -> CHALLENGE  random bytes of this connection
 *   client  -> HELLO      own random bytes, proof over both, role and number
 *   store   -> WELCOME    proof over the same and what it grants    (or REFUSED with a reason)
 * </pre>
 *
 * A proof is valid for its connection only: a replayed proof answers another challenge.
 */
public final class Handshake {

  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String CLIENT = "starling client";
  private static final String STORE = "starling store";
  private static final int NONCE_BYTES = 32;
  private static final int SURVIVES_FAILURES = 1;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The client of a store, after a correct proof. */
  public record Peer(int number, Role role) {}

  /** An accepted client, and the data with which the store proves itself in turn. */
  public record Believed(Peer peer, byte[] nonce) {}

  /** A connection that both sides have accepted. */
  public record Joined(ClientChannel channel, boolean survivesFailures) {}

  private Handshake() {}

  /** Random bytes, of a store for one connection or of a client. */
  public static byte[] nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  /** The client's side for a rank that its launcher has started. */
  public static Joined join(RankEnvironment environment, Role role) {
    return join(read(environment), environment.process(), role);
  }

  /**
   * The client's side: connects; returns when the store has proved itself and accepted the client.
   */
  public static Joined join(JobFile job, int number, Role role) {
    String who = role.describe(number);
    try {
      ClientChannel channel = ClientChannel.connect(job.host(), job.port());
      try {
        return greet(channel, job.secretBytes(), number, role);
      } catch (IOException | StarlingException e) {
        channel.close();
        throw e;
      }
    } catch (EOFException e) {
      throw new StarlingException(
          "%s was rejected by the launcher at %s:%d: its job file does not contain that job's secret"
              .formatted(who, job.host(), job.port()),
          e);
    } catch (IOException e) {
      throw new StarlingException(
          "%s can't reach its launcher at %s:%d (%s); has 'starling run' ended, or does a firewall or a wrong --net stand between?"
              .formatted(who, job.host(), job.port(), e.getMessage()),
          e);
    }
  }

  private static Joined greet(ClientChannel channel, byte[] secret, int number, Role role)
      throws IOException {
    Frame challenge = answer(channel);
    if (challenge.type() != FrameType.CHALLENGE || challenge.value().length != NONCE_BYTES) {
      throw new IOException("the server there is no store of this version of Starling");
    }
    byte[] nonce = nonce();
    byte[] proof = proof(secret, CLIENT, challenge.value(), nonce, role, number, 0);
    channel.send(new Frame(FrameType.HELLO, number, role.name(), concat(nonce, proof)));
    Frame welcome = answer(channel);
    if (welcome.type() != FrameType.WELCOME) {
      throw new StarlingException(
          role.describe(number) + " was refused by the launcher: " + welcome.name());
    }
    int flags = welcome.number();
    byte[] expected = proof(secret, STORE, challenge.value(), nonce, role, number, flags);
    if (!MessageDigest.isEqual(expected, welcome.value())) {
      throw new IOException("the server there does not know the job's secret");
    }
    return new Joined(channel, (flags & SURVIVES_FAILURES) != 0);
  }

  private static Frame answer(ClientChannel channel) throws IOException {
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

  /**
   * The store's side, before the client has proved anything.
   *
   * @throws IOException if this is not a client of Starling, or it does not know the secret
   */
  public static Believed verify(Frame hello, byte[] challenge, byte[] secret) throws IOException {
    if (hello.type() != FrameType.HELLO || hello.value().length != NONCE_BYTES + Hmac.BYTES) {
      throw new IOException("a client of another protocol");
    }
    Role role = Role.named(hello.name());
    byte[] nonce = Arrays.copyOf(hello.value(), NONCE_BYTES);
    byte[] proof = Arrays.copyOfRange(hello.value(), NONCE_BYTES, hello.value().length);
    byte[] expected = proof(secret, CLIENT, challenge, nonce, role, hello.number(), 0);
    if (!MessageDigest.isEqual(expected, proof)) {
      throw new IOException("a client without the job's secret");
    }
    return new Believed(new Peer(hello.number(), role), nonce);
  }

  /** The store's proof for an accepted client. */
  public static Frame welcome(Believed client, byte[] challenge, byte[] secret, boolean survives) {
    int flags = survives ? SURVIVES_FAILURES : 0;
    Peer peer = client.peer();
    byte[] proof =
        proof(secret, STORE, challenge, client.nonce(), peer.role(), peer.number(), flags);
    return new Frame(FrameType.WELCOME, flags, "", proof);
  }

  /**
   * The proof that only a holder of the secret can compute.
   *
   * @param who the side, so that a client's proof is not valid for a store, nor a store's for a
   *     client
   * @param client the client's number
   * @param flags the store's grants; 0 in a client's proof
   */
  public static byte[] proof(
      byte[] secret, String who, byte[] challenge, byte[] nonce, Role role, int client, int flags) {
    byte[] text = (who + " " + role.name()).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer said =
        ByteBuffer.allocate(4 * Integer.BYTES + text.length + challenge.length + nonce.length)
            .putInt(text.length)
            .put(text)
            .putInt(client)
            .putInt(flags)
            .putInt(challenge.length)
            .put(challenge)
            .put(nonce);
    return Hmac.of(secret, said.array());
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static JobFile read(RankEnvironment environment) {
    try {
      return JobFile.read(environment.jobFile());
    } catch (IOException e) {
      throw new StarlingException(
          "rank %d can't read its job file %s (%s); has 'starling run' ended?"
              .formatted(environment.process(), environment.jobFile(), e.getMessage()),
          e);
    }
  }
}
