package io.starling.runtime.bootstrap;

import io.starling.runtime.net.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A proof over the data of both sides of a handshake. */
final class Proof {

  static final int BYTES = Hmac.BYTES;

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
    return Hmac.of(secret, said.array());
  }
}
