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
 *   tail | head | sleeping | magic | news | ring of slots | cells | records | stages | heap
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

  /** The newest of the {@link News}: its record and 1, or 0. */
  static final long NEWS = 512;

  static final long PAGE = 4096;

  static final long RING = PAGE;
  static final int SLOTS = 1024;
  static final long LINE = 64;

  static final long CELLS = RING + SLOTS * LINE;
  static final int CELL_COUNT = 64;
  static final long CELL_PAYLOAD = 16 << 10;
  static final long CELL_BYTES = LINE + CELL_PAYLOAD;

  static final long RECORDS = 2 << 20;
  static final int RECORD_BYTES = 384;

  /** How much the sender may be ahead of a receiver on the stage for that one. */
  static final long STAGE_BYTES = 512 << 10;

  private final MemorySegment memory;
  private final int records;
  private final long stages;
  private final long heap;
  private final int descriptor;
  private final Linux linux;

  private Region(
      MemorySegment memory, int records, long stages, long heap, int descriptor, Linux linux) {
    this.memory = memory;
    this.records = records;
    this.stages = stages;
    this.heap = heap;
    this.descriptor = descriptor;
    this.linux = linux;
  }

  /**
   * Makes one. Its memory stays mapped as long as anything refers to it: a user may hold a piece of
   * the heap longer than the port lives.
   *
   * @param size how many ranks there may be; there is a stage for each
   */
  static Region create(int rank, int size, SharedSettings settings, Linux linux) {
    int descriptor = linux.createMemory("starling-rank-" + rank);
    if (descriptor < 0) {
      throw new TransportException(
          "rank %d: memfd_create failed: %s; use --transport ucx"
              .formatted(rank, Linux.describe(-descriptor)));
    }
    long stages = aligned(RECORDS + (long) settings.openSends() * RECORD_BYTES);
    long heap = stages + size * STAGE_BYTES;
    long bytes = heap + settings.heapBytes();
    try {
      Path file = Path.of("/proc/self/fd/" + descriptor);
      MemorySegment memory = map(file, bytes, Arena.ofAuto());
      Words.release(memory.address() + MAGIC, MAGIC_VALUE);
      return new Region(memory, settings.openSends(), stages, heap, descriptor, linux);
    } catch (IOException e) {
      linux.close(descriptor);
      throw new TransportException(
          "rank %d can't map %d MiB of address space for shared memory: %s. Are 'ulimit -v' and 'ulimit -f' unlimited? Otherwise use --transport ucx"
              .formatted(rank, bytes >> 20, e.getMessage()),
          e);
    }
  }

  private static long aligned(long offset) {
    return (offset + PAGE - 1) & -PAGE;
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

  /** How many records there may be. Like all of it, they take memory where they are touched. */
  int records() {
    return records;
  }

  /** Where the stage is for what goes to a rank. */
  long stage(int rank) {
    return stages + rank * STAGE_BYTES;
  }

  /** Where the heap begins, a multiple of a page. */
  long heap() {
    return heap;
  }

  /** Whether peers can reach these bytes directly. */
  boolean contains(long address, long length) {
    long offset = address - base();
    return offset >= heap && offset <= bytes() - length;
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
