package io.starling.objects.door;

import io.starling.objects.wire.RecordCodec;
import io.starling.runtime.net.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * How a program and the store of its host prove to each other that they know the secret, and that
 * they speak the same version.
 *
 * <pre>
 *   store   -> version, random bytes
 *   program -> own random bytes, proof over both
 *   store   -> other proof over both
 * </pre>
 */
public final class DoorHandshake {

  /** The bytes of the store's first words. */
  public static final int CHALLENGE_BYTES = 2 * Long.BYTES + DoorHandshake.NONCE;

  /** The bytes of the program's words. */
  public static final int HELLO_BYTES = DoorHandshake.NONCE + Hmac.BYTES;

  private static final int NONCE = 32;
  private static final long MAGIC = 0x5354_4152_4c44_4f52L;
  private static final byte[] PROGRAM = "starling program".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STORE = "starling store".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] secret;
  private final long version;
  private final byte[] challenge = new byte[NONCE];
  private final byte[] nonce = new byte[NONCE];

  /** One handshake, of either side. */
  public DoorHandshake(byte[] secret) {
    this.secret = secret;
    this.version =
        new RecordCodec(ToStore.class).hash() * 31 + new RecordCodec(ToClient.class).hash();
  }

  /** The store's first words. */
  ByteBuffer challenge() {
    RANDOM.nextBytes(challenge);
    return ByteBuffer.allocate(CHALLENGE_BYTES)
        .putLong(MAGIC)
        .putLong(version)
        .put(challenge)
        .flip();
  }

  /**
   * The program's words.
   *
   * @throws IllegalArgumentException if the store is none, or another version; the text completes
   *     "what listens there ..."
   */
  public ByteBuffer hello(ByteBuffer words) {
    if (words.getLong() != MAGIC) {
      throw new IllegalArgumentException("is no store");
    }
    if (words.getLong() != version) {
      throw new IllegalArgumentException(
          "is a store of another version of Starling; run both from the same one");
    }
    words.get(challenge);
    RANDOM.nextBytes(nonce);
    return ByteBuffer.allocate(HELLO_BYTES).put(nonce).put(proof(PROGRAM)).flip();
  }

  /** The store's last words; null if the program does not know the secret. */
  ByteBuffer welcome(ByteBuffer words) {
    words.get(nonce);
    byte[] proof = new byte[Hmac.BYTES];
    words.get(proof);
    return MessageDigest.isEqual(proof, proof(PROGRAM)) ? ByteBuffer.wrap(proof(STORE)) : null;
  }

  /** Whether the store knows the secret. */
  public boolean isProved(byte[] proof) {
    return MessageDigest.isEqual(proof, proof(STORE));
  }

  private byte[] proof(byte[] side) {
    return Hmac.of(
        secret,
        ByteBuffer.allocate(side.length + 2 * NONCE).put(side).put(challenge).put(nonce).array());
  }
}
