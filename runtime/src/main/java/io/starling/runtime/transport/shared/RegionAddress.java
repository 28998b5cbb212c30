package io.starling.runtime.transport.shared;

import io.starling.runtime.error.TransportException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Where a rank's region is found.
 *
 * @param process whose it is
 * @param descriptor its file there
 * @param base where the owner has mapped it
 * @param bytes how large it is
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

  /** Reads what {@link #encode} wrote. */
  static RegionAddress decode(int rank, int peer, byte[] encoded) {
    ByteBuffer buffer = ByteBuffer.wrap(encoded);
    if (encoded.length != ENCODED_BYTES || buffer.getInt() != MARK) {
      throw new TransportException(
          "rank %d: rank %d does not share memory. Give all ranks the same --transport"
              .formatted(rank, peer));
    }
    return new RegionAddress(buffer.getInt(), buffer.getInt(), buffer.getLong(), buffer.getLong());
  }

  /** The region as a file. */
  Path file() {
    return directory().resolve("fd/" + descriptor);
  }

  /** What is there as long as the process is. */
  Path directory() {
    return Path.of("/proc/" + process);
  }
}
