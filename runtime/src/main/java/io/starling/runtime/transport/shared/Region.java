package io.starling.runtime.transport.shared;

import io.starling.runtime.error.TransportException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory that a rank shares with its peers: a file without a name that its peers find through
 * {@code /proc}. It is gone when its last user has ended, however that was, and takes memory only
 * where it was touched.
 *
 * <pre>
 *   tail | head | sleeping | magic | ring of slots | records | cells | heap ...
 * </pre>
 *
 * Words that different processes write lie in different cache lines.
 */
final class Region {

  /** Where the next message goes; senders count it up. */
  static final long TAIL = 0;

  /** How many messages the receiver has taken. */
  static final long HEAD = 128;

  /** A futex: 1 while the owner sleeps. */
  static final long SLEEPING = 256;

  static final long MAGIC = 384;
  static final long MAGIC_VALUE = 0x0053_5441_524C_494EL;

  static final long RING = 4096;
  static final int SLOTS = 1024;
  static final long LINE = 64;

  static final long RECORDS = RING + SLOTS * LINE;
  static final int RECORD_COUNT = 2048;
  static final int RECORD_BYTES = 384;

  static final long CELLS = RECORDS + (long) RECORD_COUNT * RECORD_BYTES;
  static final int CELL_COUNT = 64;
  static final long CELL_PAYLOAD = 16 << 10;
  static final long CELL_BYTES = LINE + CELL_PAYLOAD;

  static final long HEAP = 4 << 20;

  private final MemorySegment memory;
  private final int descriptor;
  private final Linux linux;

  private Region(MemorySegment memory, int descriptor, Linux linux) {
    this.memory = memory;
    this.descriptor = descriptor;
    this.linux = linux;
  }

  /**
   * Makes one. Its memory stays mapped as long as anything refers to it: a user may hold a piece of
   * the heap longer than the port lives.
   */
  static Region create(int rank, long heapBytes, Linux linux) {
    int descriptor = linux.createMemory("starling-rank-" + rank);
    if (descriptor < 0) {
      throw new TransportException(
          "rank %d: memfd_create failed: %s; use --transport ucx"
              .formatted(rank, Linux.describe(-descriptor)));
    }
    try {
      Path file = Path.of("/proc/self/fd/" + descriptor);
      MemorySegment memory = map(file, HEAP + heapBytes, Arena.ofAuto());
      Words.release(memory.address() + MAGIC, MAGIC_VALUE);
      return new Region(memory, descriptor, linux);
    } catch (IOException e) {
      linux.close(descriptor);
      throw new TransportException(
          "rank %d can't map %d bytes of shared memory: %s; use --transport ucx"
              .formatted(rank, HEAP + heapBytes, e.getMessage()),
          e);
    }
  }

  /** Maps a region. */
  static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  long base() {
    return memory.address();
  }

  long bytes() {
    return memory.byteSize();
  }

  /** Whether peers can reach these bytes directly. */
  boolean contains(long address, long length) {
    long offset = address - base();
    return offset >= HEAP && offset <= bytes() - length;
  }

  /** What peers need to find it. */
  RegionAddress address() {
    return new RegionAddress((int) ProcessHandle.current().pid(), descriptor, base(), bytes());
  }

  /** From now on nobody new can map it. */
  void close() {
    linux.close(descriptor);
  }
}
