package io.starling.runtime.net;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104) of short messages, without {@code javax.crypto.Mac} and its providers:
 * they cost every rank tens of milliseconds at its start.
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
    byte[] key = Arrays.copyOf(secret.length > BLOCK ? Sha256.of(secret) : secret, BLOCK);
    byte[] inner = Sha256.of(concat(padded(key, INNER), message));
    return Sha256.of(concat(padded(key, OUTER), inner));
  }

  private static byte[] padded(byte[] key, byte pad) {
    byte[] padded = key.clone();
    for (int i = 0; i < padded.length; i++) {
      padded[i] ^= pad;
    }
    return padded;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
