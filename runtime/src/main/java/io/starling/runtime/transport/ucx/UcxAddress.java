package io.starling.runtime.transport.ucx;

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

  static UcxAddress decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte[] name = new byte[in.getInt()];
    byte[] worker = new byte[in.remaining() - name.length];
    in.get(name).get(worker);
    return new UcxAddress(new String(name, StandardCharsets.UTF_8), worker);
  }
}
