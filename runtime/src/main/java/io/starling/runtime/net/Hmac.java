package io.starling.runtime.net;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104). It uses the digest only: {@code javax.crypto.Mac} costs every rank tens
 * of milliseconds at its start.
 */
public final class Hmac {

  /** The length of a result. */
  public static final int BYTES = 32;

  private static final int BLOCK = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private Hmac() {}

  /**
   * What only a holder of the secret can compute of a message.
   *
   * @return 32 bytes, to be compared with {@link MessageDigest#isEqual}
   */
  public static byte[] of(byte[] secret, byte[] message) {
    MessageDigest digest = digest();
    byte[] key = Arrays.copyOf(secret.length > BLOCK ? digest.digest(secret) : secret, BLOCK);
    digest.update(padded(key, INNER));
    byte[] inner = digest.digest(message);
    digest.update(padded(key, OUTER));
    return digest.digest(inner);
  }

  private static byte[] padded(byte[] key, byte pad) {
    byte[] padded = key.clone();
    for (int i = 0; i < padded.length; i++) {
      padded[i] ^= pad;
    }
    return padded;
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
