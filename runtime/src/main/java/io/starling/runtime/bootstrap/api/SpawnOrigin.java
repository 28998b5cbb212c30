package io.starling.runtime.bootstrap.api;

import java.nio.ByteBuffer;

/**
 * The communicator whose ranks have asked for others.
 *
 * @param root the rank that has asked the launcher, by its number in the job
 */
public record SpawnOrigin(int root) {

  /** A reader for {@link #decode}. */
  public byte[] encode() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(root).array();
  }

  /** Reads what {@link #encode} has written. */
  public static SpawnOrigin decode(byte... bytes) {
    return new SpawnOrigin(ByteBuffer.wrap(bytes).getInt());
  }
}
