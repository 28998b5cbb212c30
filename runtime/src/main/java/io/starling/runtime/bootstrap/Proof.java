package io.starling.runtime.bootstrap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104) over the data of both sides of a handshake. It uses the digest only:
 * {@code javax.crypto.Mac} costs every rank tens of milliseconds at its start.
 */
final class Proof {

  static final int BYTES = 32;

  private static final int BLOCK = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private Proof() {}

  /**
   * The proof that only a holder of the secret can compute.
   *
   * @param who the side, so that a client's proof is not valid for a store, nor a store's for a
   *     client
   * @param client the client's number
   * @param flags the store's grants; 0 in a client's proof
   */
  static byte[] of(
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
    return hmac(secret, said.array());
  }

  static byte[] hmac(byte[] secret, byte[] message) {
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
