package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MappedMemory;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Memory that a rank exposes to the ranks of its host. What lies in its region is mapped by all of
 * them. Other memory is private to its process: the system copies from and to it, and words of it
 * can't be changed atomically.
 *
 * <pre>
 * mark:8 | whether it is in the region:8 | offset in the region, or address:64 | bytes:64
 * </pre>
 */
final class SharedExposure implements Exposure {

  private static final byte MARK = 'S';
  private static final int KEY_BYTES = 2 * Byte.BYTES + 2 * Long.BYTES;

  private final byte[] key;
  private final Consumer<Exposure> onClose;

  SharedExposure(SharedRegion region, MemorySegment memory, Consumer<Exposure> onClose) {
    this.onClose = onClose;
    boolean isShared = region.contains(memory.address(), memory.byteSize());
    key =
        ByteBuffer.allocate(KEY_BYTES)
            .put(MARK)
            .put((byte) (isShared ? 1 : 0))
            .putLong(isShared ? memory.address() - region.base() : memory.address())
            .putLong(memory.byteSize())
            .array();
  }

  @Override
  public byte[] key() {
    return key.clone();
  }

  @Override
  public void close() {
    onClose.accept(this);
  }

  /**
   * The memory of a key that a peer has given.
   *
   * @param own what this rank has exposed
   */
  static RemoteMemory reach(
      int rank, Peer peer, byte[] key, Completions completions, ExposedMemory own) {
    ByteBuffer words = ByteBuffer.wrap(key, Byte.BYTES, KEY_BYTES - Byte.BYTES);
    boolean isShared = words.get() == 1;
    long place = words.getLong();
    long bytes = words.getLong();
    if (!isShared && !peer.isSelf()) {
      return new Private(rank, peer, place, completions);
    }
    MemorySegment memory =
        isShared ? peer.part(place, bytes) : MemorySegment.ofAddress(place).reinterpret(bytes);
    return new MappedMemory(
        memory, peer.isSelf() ? own.scope(memory.address(), bytes) : null, completions);
  }

  /** Memory that only its own process has mapped. */
  private record Private(int rank, Peer peer, long address, Completions completions)
      implements RemoteMemory {

    @Override
    public MemorySegment direct() {
      return null;
    }

    @Override
    public void access(
        Access access,
        int transfer,
        MemorySegment local,
        long localOffset,
        long offset,
        long length) {
      if (!peer.isReachable()) {
        throw new TransportException(
            "rank %d can't access private memory of rank %d: the system forbids it (Yama, or a container without CAP_SYS_PTRACE). Use memory of Communicator.allocate or allocateWindow, or --transport ucx"
                .formatted(rank, peer.rank()));
      }
      long here = local.address() + localOffset;
      int error =
          switch (access) {
            case PUT -> peer.write(here, address + offset, length);
            case GET -> peer.read(address + offset, here, length);
            case FLUSH -> 0;
            case ADD, COMPARE_AND_SWAP ->
                throw new UnsupportedOperationException("private memory has no atomic accesses");
          };
      if (error == 0) {
        completions.completed(transfer, 0, length);
      } else {
        completions.failed(transfer, Completions.Failure.UNCERTAIN, peer.explain(error));
      }
    }
  }
}
