package io.starling.runtime.bootstrap.api;

import java.nio.ByteBuffer;

/**
 * The communicator whose ranks have asked for others.
 *
 * @param root the rank that has asked the launcher, by its number in the job
 */
public record SpawnOrigin(int root) {

  /** That of ranks that were started by a launcher of their own, and have joined the job. */
  public static final SpawnOrigin NONE = new SpawnOrigin(-1);

  /** Whether there is such a communicator. */
  public boolean isThere() {
    return root >= 0;
  }

  /** A reader for {@link #decode}. */
  public byte[] encode() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(root).array();
  }

  /** Reads what {@link #encode} has written. */
  public static SpawnOrigin decode(byte... bytes) {
    return new SpawnOrigin(ByteBuffer.wrap(bytes).getInt());
  }
}
