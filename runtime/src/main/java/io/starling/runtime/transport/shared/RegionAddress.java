package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The address of a rank's region.
 *
 * @param process the owner's process
 * @param descriptor its file there
 * @param base the address at which the owner has mapped it
 * @param bytes its size
 */
record RegionAddress(int process, int descriptor, long base, long bytes) {

  private static final int MARK = 0x53484D31;
  private static final int ENCODED_BYTES = 3 * Integer.BYTES + 2 * Long.BYTES;

  byte[] encode() {
    return ByteBuffer.allocate(ENCODED_BYTES)
        .putInt(MARK)
        .putInt(process)
        .putInt(descriptor)
        .putLong(base)
        .putLong(bytes)
        .array();
  }

  /** Reads an address that {@link #encode} has written. */
  static RegionAddress decode(int rank, int peer, byte[] encoded) {
    ByteBuffer buffer = ByteBuffer.wrap(encoded);
    if (encoded.length != ENCODED_BYTES || buffer.getInt() != MARK) {
      throw new TransportException(
          "rank %d: rank %d does not use the shared memory transport; give all ranks the same --transport"
              .formatted(rank, peer));
    }
    return new RegionAddress(buffer.getInt(), buffer.getInt(), buffer.getLong(), buffer.getLong());
  }

  /** The region as a file. */
  Path file() {
    return Path.of("/proc/" + process + "/fd/" + descriptor);
  }
}
