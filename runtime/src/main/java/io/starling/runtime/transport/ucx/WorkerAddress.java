package io.starling.runtime.transport.ucx;

import io.starling.runtime.error.TransportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * What a rank publishes: the host it is on, and what UCX needs to reach it.
 *
 * @param host the same for ranks that share memory, as UCX sees it: those of one IPC namespace of
 *     one running kernel
 * @param worker UCX's address of a worker
 */
record WorkerAddress(UUID host, byte[] worker) {

  private static final int HOST_BYTES = 2 * Long.BYTES;

  /** Of a worker on this host. */
  static WorkerAddress here(byte[] worker) {
    return new WorkerAddress(thisHost(), worker);
  }

  private static UUID thisHost() {
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
      Path namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/ipc"));
      return UUID.nameUUIDFromBytes((boot + namespace).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new TransportException("this host can't be told from others: " + e.getMessage(), e);
    }
  }

  byte[] encode() {
    return ByteBuffer.allocate(HOST_BYTES + worker.length)
        .putLong(host.getMostSignificantBits())
        .putLong(host.getLeastSignificantBits())
        .put(worker)
        .array();
  }

  /**
   * Reads what a rank has published.
   *
   * @throws TransportException if that is no such address
   */
  static WorkerAddress decode(byte[] published) {
    if (published.length <= HOST_BYTES) {
      throw new TransportException(
          "its address has %d bytes. Do all ranks run the same version of Starling, with the same --transport?"
              .formatted(published.length));
    }
    ByteBuffer bytes = ByteBuffer.wrap(published);
    UUID host = new UUID(bytes.getLong(), bytes.getLong());
    byte[] worker = new byte[bytes.remaining()];
    bytes.get(worker);
    return new WorkerAddress(host, worker);
  }
}
