package io.starling.objects.network;

import io.starling.runtime.net.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The handshake by which two stores prove to each other that they know the same secret, which is
 * never sent, and that they speak the same version.
 *
 * <pre>
 *   acceptor -> CHALLENGE  version, random bytes of this connection
 *   dialler  -> HELLO      version, own random bytes, who it is and what it has; proof over all
 *   acceptor -> ANSWER     verdict, who it is and what it has; proof over all of the handshake
 * </pre>
 *
 * A proof is valid for its connection and its side only: a replayed one answers another challenge.
 * All parts have a fixed length, so a stranger's words are never longer.
 */
final class Handshake {

  static final int CHALLENGE_BYTES = 2 * Long.BYTES + Handshake.NONCE;
  static final int HELLO_BYTES = 5 * Long.BYTES + 2 * Integer.BYTES + Handshake.NONCE + Hmac.BYTES;
  static final int ANSWER_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES + Hmac.BYTES;

  private static final int NONCE = 32;
  private static final long MAGIC = 0x5354_4152_4c4f_424aL;
  private static final byte[] DIALLER = "starling store dials".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ACCEPTOR =
      "starling store accepts".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Who dials.
   *
   * @param slot its slot; -1 for a store that is no member
   * @param target the slot that it wants to reach; -1 for any
   * @param incarnation chosen at random by its process
   * @param attempt grows with each connection that the process tries to this target
   * @param peer the process that it was connected to, or 0
   * @param received the last message that it has from that process
   */
  record Hello(int slot, int target, long incarnation, long attempt, long peer, long received) {}

  /** What the acceptor says of a proved peer. */
  enum Verdict {
    WELCOME,
    /** The acceptor has no slot yet, or not the dialler's view: later. */
    NOT_YET,
    /** The acceptor is another store than the dialler thinks. */
    OTHER_STORE,
    /** The dialler's slot has left. */
    LEFT,
    /** A slot has one process only, and one of both is another one. */
    OTHER_PROCESS,
    /** The dialler has begun a later attempt. */
    OUTDATED
  }

  /**
   * Who accepts.
   *
   * @param received the last message that it has from the dialler's process
   */
  record Answer(Verdict verdict, int slot, long incarnation, long received) {}

  private final byte[] secret;
  private final long version;
  private byte[] challenge;
  private byte[] nonce;

  /** All that both sides know when the dialler has spoken. */
  private byte[] said;

  /** One handshake, of either side. */
  Handshake(byte[] secret, long version) {
    this.secret = secret;
    this.version = version;
  }

  /** The acceptor's first words. */
  ByteBuffer challenge() {
    challenge = random();
    return ByteBuffer.allocate(CHALLENGE_BYTES)
        .putLong(MAGIC)
        .putLong(version)
        .put(challenge)
        .flip();
  }

  /** The dialler's words, which answer the challenge. */
  ByteBuffer hello(ByteBuffer from, Hello hello) throws HandshakeException {
    if (from.getLong() != MAGIC) {
      throw new HandshakeException("is no store: something else listens there");
    }
    compare(from.getLong());
    challenge = new byte[NONCE];
    from.get(challenge);
    nonce = random();
    ByteBuffer words = ByteBuffer.allocate(HELLO_BYTES).putLong(version).put(nonce);
    put(words, hello);
    said = said(words);
    return words.put(prove(DIALLER)).flip();
  }

  /** The acceptor takes the dialler's words. */
  Hello verify(ByteBuffer from) throws HandshakeException {
    compare(from.getLong(0));
    ByteBuffer words = from.duplicate().position(HELLO_BYTES - Hmac.BYTES);
    said = said(words.duplicate());
    byte[] proof = new byte[Hmac.BYTES];
    words.get(proof);
    if (!MessageDigest.isEqual(prove(DIALLER), proof)) {
      throw new HandshakeException("does not know the secret of these stores");
    }
    from.position(from.position() + Long.BYTES + NONCE);
    return new Hello(
        from.getInt(),
        from.getInt(),
        from.getLong(),
        from.getLong(),
        from.getLong(),
        from.getLong());
  }

  /** The acceptor's last words. */
  ByteBuffer answer(Answer answer) {
    ByteBuffer words =
        ByteBuffer.allocate(ANSWER_BYTES)
            .putInt(answer.verdict().ordinal())
            .putInt(answer.slot())
            .putLong(answer.incarnation())
            .putLong(answer.received());
    return words.put(prove(ACCEPTOR, words)).flip();
  }

  /**
   * The acceptor's last words to a dialler that has not proved itself: bytes that prove nothing, so
   * that the dialler can tell another secret from a broken connection.
   */
  static ByteBuffer disbelief() {
    byte[] bytes = new byte[ANSWER_BYTES];
    RANDOM.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** The dialler takes the acceptor's last words. */
  Answer readAnswer(ByteBuffer from) throws HandshakeException {
    ByteBuffer words = from.duplicate().position(ANSWER_BYTES - Hmac.BYTES);
    byte[] proof = new byte[Hmac.BYTES];
    words.duplicate().get(proof);
    if (!MessageDigest.isEqual(prove(ACCEPTOR, words), proof)) {
      throw new HandshakeException("does not know the secret of these stores");
    }
    int verdict = from.getInt();
    if (verdict < 0 || verdict >= Verdict.values().length) {
      throw new HandshakeException("gave verdict %d, which is none".formatted(verdict));
    }
    return new Answer(Verdict.values()[verdict], from.getInt(), from.getLong(), from.getLong());
  }

  private void compare(long other) throws HandshakeException {
    if (other != version) {
      throw new HandshakeException(
          "has another version of Starling (its messages are %016x, here they are %016x); start all stores from the same one"
              .formatted(other, version));
    }
  }

  private static void put(ByteBuffer to, Hello hello) {
    to.putInt(hello.slot())
        .putInt(hello.target())
        .putLong(hello.incarnation())
        .putLong(hello.attempt())
        .putLong(hello.peer())
        .putLong(hello.received());
  }

  /** The challenge, then all words up to a position. */
  private byte[] said(ByteBuffer words) {
    byte[] all = Arrays.copyOf(challenge, NONCE + words.position());
    words.flip().get(all, NONCE, all.length - NONCE);
    words.limit(words.capacity());
    return all;
  }

  private byte[] prove(byte[] side) {
    return prove(side, ByteBuffer.allocate(0));
  }

  private byte[] prove(byte[] side, ByteBuffer words) {
    byte[] last = new byte[words.position()];
    words.get(0, last);
    ByteBuffer all =
        ByteBuffer.allocate(Integer.BYTES + side.length + said.length + last.length)
            .putInt(side.length)
            .put(side)
            .put(said)
            .put(last);
    return Hmac.of(secret, all.array());
  }

  private static byte[] random() {
    byte[] bytes = new byte[NONCE];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
