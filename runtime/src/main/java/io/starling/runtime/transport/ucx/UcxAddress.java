package io.starling.runtime.transport.ucx;

import io.starling.runtime.TransportException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The address that a rank publishes.
 *
 * @param host equal for two ranks that share memory
 * @param worker UCX's address of its worker
 */
record UcxAddress(String host, byte[] worker) {

  byte[] encode() {
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + name.length + worker.length)
        .putInt(name.length)
        .put(name)
        .put(worker)
        .array();
  }

  /** Reads the address that a peer has published. */
  static UcxAddress decode(int rank, int peer, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int length = bytes.length < Integer.BYTES ? -1 : in.getInt();
    if (length < 0 || length >= in.remaining()) {
      throw new TransportException(
          "rank %d: rank %d does not use UCX; give all ranks the same --transport"
              .formatted(rank, peer));
    }
    byte[] name = new byte[length];
    byte[] worker = new byte[in.remaining() - length];
    in.get(name).get(worker);
    return new UcxAddress(new String(name, StandardCharsets.UTF_8), worker);
  }
}
