package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.FileMapping;
import io.starling.runtime.os.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The memory that a rank shares with its peers: an unnamed file that peers open through {@code
 * /proc}. It disappears with its last user, even after a crash, and takes memory only where it was
 * touched.
 *
 * <pre>
 *   tail | head | sleeping, bell | magic | news | ring of slots | cells | boards | records | stages | heap
 * </pre>
 *
 * Words that different processes write are in different cache lines.
 */
final class SharedRegion {

  /** The position of the next message; senders increment it. */
  static final long TAIL = 0;

  /** The number of messages that the receiver has taken. */
  static final long HEAD = 128;

  /** A futex: how the owner {@linkplain SleepState sleeps}, 0 while it is awake. */
  static final long SLEEPING = 256;

  /** The owner's descriptor of the pipe that ends its sleep and 1, or 0; see {@link Bell}. */
  static final long BELL = 264;

  /** 1 if the owner awaits its peers' stores before it sleeps; see {@link SleepState}. */
  static final long AWAITS_STORES = 272;

  static final long MAGIC = 384;
  static final long MAGIC_VALUE = 0x0053_5441_524C_494EL;

  /** The newest of the {@link ChangedRecords}: its record and 1, or 0. */
  static final long NEWS = 512;

  static final long PAGE = 4096;

  static final long RING = PAGE;
  static final int SLOTS = 1024;
  static final long LINE = 64;

  static final long CELLS = RING + SLOTS * LINE;
  static final int CELL_COUNT = 64;
  static final long CELL_PAYLOAD = 16 << 10;
  static final long CELL_BYTES = LINE + CELL_PAYLOAD;

  /** The {@link SharedBoard}s of the groups. */
  static final long BOARDS = 2 << 20;

  static final long RECORDS = 8 << 20;
  static final int RECORD_BYTES = 384;

  /** How many bytes a sender may be ahead of a receiver on its stage. */
  static final long STAGE_BYTES = 512 << 10;

  private final MemorySegment memory;
  private final int records;
  private final long stages;
  private final long heap;
  private final int descriptor;
  private final Linux linux;

  private SharedRegion(
      MemorySegment memory, int records, long stages, long heap, int descriptor, Linux linux) {
    this.memory = memory;
    this.records = records;
    this.stages = stages;
    this.heap = heap;
    this.descriptor = descriptor;
    this.linux = linux;
  }

  /**
   * Makes a region. Its memory stays mapped while anything refers to it: a user may hold a piece of
   * the heap longer than the port lives.
   *
   * @param ranks how many there can be; each has a stage
   */
  static SharedRegion create(int rank, int ranks, SharedSettings settings, Linux linux) {
    int descriptor = linux.createMemory("starling-rank-" + rank);
    if (descriptor < 0) {
      throw new TransportException(
          "rank %d: memfd_create failed: %s; use --transport ucx"
              .formatted(rank, Linux.describe(-descriptor)));
    }
    long stages = aligned(RECORDS + (long) settings.openSends() * RECORD_BYTES);
    long heap = stages + ranks * 2L * STAGE_BYTES;
    long bytes = heap + settings.heapBytes();
    try {
      Path file = Path.of("/proc/self/fd/" + descriptor);
      MemorySegment memory = map(file, bytes, Arena.ofAuto());
      Words.release(memory.address() + MAGIC, MAGIC_VALUE);
      return new SharedRegion(memory, settings.openSends(), stages, heap, descriptor, linux);
    } catch (IOException e) {
      linux.close(descriptor);
      throw new TransportException(
          "rank %d can't map %d MiB of address space for shared memory: %s. Set 'ulimit -v' and 'ulimit -f' to unlimited, or use --transport ucx"
              .formatted(rank, bytes >> 20, e.getMessage()),
          e);
    }
  }

  private static long aligned(long offset) {
    return (offset + PAGE - 1) & -PAGE;
  }

  /** Maps a region. */
  static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
    return FileMapping.map(file, FileChannel.MapMode.READ_WRITE, bytes, arena);
  }

  long base() {
    return memory.address();
  }

  long bytes() {
    return memory.byteSize();
  }

  /** The largest number of records. They take memory only where they are touched. */
  int records() {
    return records;
  }

  /** The offset of the ring of the stage for data to a rank. */
  long stage(int rank) {
    return stages + rank * 2L * STAGE_BYTES;
  }

  /** The offset of the pieces of the stage for data to a rank, as long as the ring. */
  long pieces(int rank) {
    return stage(rank) + STAGE_BYTES;
  }

  /** The offset of the heap, a multiple of a page. */
  long heap() {
    return heap;
  }

  /** Whether peers can reach these bytes directly. */
  boolean contains(long address, long length) {
    long offset = address - base();
    return offset >= heap && offset <= bytes() - length;
  }

  /** The address that peers need to map it. */
  RegionAddress address() {
    return new RegionAddress((int) ProcessHandle.current().pid(), descriptor, base(), bytes());
  }

  /** From now on no further peer can map it. */
  void close() {
    linux.close(descriptor);
  }
}
