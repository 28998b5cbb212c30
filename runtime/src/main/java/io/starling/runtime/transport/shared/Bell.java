package io.starling.runtime.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import io.starling.runtime.os.Poll;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The pipe on which a rank sleeps that also waits for another transport: a futex has no descriptor.
 * Peers open its end for writing through {@code /proc}, as they do with the region, and ring by
 * writing a byte.
 */
final class Bell implements AutoCloseable {

  private static final long DRAINED_AT_ONCE = 256;

  private final Linux linux;
  private final MemorySegment drained;
  private final int readEnd;
  private final int writeEnd;
  private final Poll poll;

  /** Makes the pipe, and tells peers by the region at an address where it is. */
  Bell(int rank, long base, Linux linux, Arena arena) {
    this.linux = linux;
    drained = arena.allocate(DRAINED_AT_ONCE);
    int error = linux.pipe(drained.address());
    if (error < 0) {
      throw new TransportException(
          "rank %d can't make a pipe: %s; raise 'ulimit -n' or use --transport ucx"
              .formatted(rank, Linux.describe(-error)));
    }
    readEnd = drained.get(JAVA_INT, 0);
    writeEnd = drained.get(JAVA_INT, Integer.BYTES);
    poll = new Poll(arena, readEnd);
    Words.release(base + SharedRegion.BELL, writeEnd + 1L);
  }

  /** Readable after it was rung. */
  int descriptor() {
    return readEnd;
  }

  /** Forgets how often it was rung; one byte for each sleep that a peer has ended. */
  void drain() {
    while (linux.readPipe(readEnd, drained.address(), DRAINED_AT_ONCE) == DRAINED_AT_ONCE) {
      // There may be more.
    }
  }

  /** Sleeps until it is rung or the time has elapsed. */
  void sleep(long nanoseconds) {
    poll.await(nanoseconds);
  }

  @Override
  public void close() {
    linux.close(readEnd);
    linux.close(writeEnd);
  }
}
