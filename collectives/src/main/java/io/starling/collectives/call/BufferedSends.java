package io.starling.collectives.call;

import io.starling.collectives.operation.Plural;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.Engine;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * The buffered sends of a communicator (MPI 4.1, section 3.6): a call copies its data and returns;
 * the copy leaves when the receiver is ready, and its memory then goes back to the pool.
 */
final class BufferedSends {

  /** In place of a length: copies may have any. */
  private static final long AUTOMATIC = -1;

  private final Engine engine;
  private final ArrayDeque<Copy> open = new ArrayDeque<>();
  private long attached = AUTOMATIC;
  private long used;
  private RuntimeException failure;

  BufferedSends(Engine engine) {
    this.engine = engine;
  }

  /** A copy on its way. */
  private final class Copy implements Runnable {
    private final MemorySegment memory;
    private final long bytes;
    private final Call call;
    private boolean ended;

    Copy(MemorySegment memory, long bytes, Call call) {
      this.memory = memory;
      this.bytes = bytes;
      this.call = call;
    }

    /** The operation calls it at its end. After a failure a transfer may still read the copy. */
    @Override
    public void run() {
      ended = true;
      used -= bytes;
      open.remove(this);
      if (call.operation().failure() == null) {
        engine.pool().release(memory);
      } else if (failure == null) {
        failure = call.operation().failure();
      }
      call.release();
    }
  }

  /** Lets all copies together have so many bytes. */
  void attach(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "rank %d: a buffer has at least 0 bytes, not %d".formatted(engine.rank(), bytes));
    }
    if (attached != AUTOMATIC) {
      throw new IllegalStateException(
          "rank %d: a buffer of %d bytes is attached already; detach it before"
              .formatted(engine.rank(), attached));
    }
    attached = bytes;
  }

  /** Waits until all copies have left, and lets later ones have any length. */
  void detach() {
    if (attached == AUTOMATIC) {
      throw new IllegalStateException("rank %d: no buffer is attached".formatted(engine.rank()));
    }
    flush();
    attached = AUTOMATIC;
  }

  /** Sends a copy. */
  void send(PointToPoint pointToPoint, Buffer data, int destination, int tag) {
    pointToPoint.checkSend(data, destination, tag);
    long bytes = data.byteSize();
    if (attached != AUTOMATIC && bytes > attached - used) {
      engine.look();
      checkRoom(bytes, destination);
    }
    MemorySegment memory = engine.pool().acquire(bytes);
    MemoryBuffer.of(data).memory().read(0, memory, 0, bytes);
    Copy copy = new Copy(memory, bytes, pointToPoint.sendCopy(data, memory, destination, tag));
    copy.call.begin();
    open.add(copy);
    used += bytes;
    copy.call.operation().whenDone(copy);
  }

  private void checkRoom(long bytes, int destination) {
    if (bytes > attached - used) {
      throw new IllegalStateException(
          "rank %d: %d bytes to rank %d do not fit into the attached buffer: %s that no receive has taken use %d of its %d bytes; attach a larger one, or flush it before"
              .formatted(
                  engine.rank(),
                  bytes,
                  destination,
                  Plural.of(open.size(), "message"),
                  used,
                  attached));
    }
  }

  /** Waits until all copies have left; throws the first failure since the last time. */
  void flush() {
    await();
    RuntimeException first = failure;
    failure = null;
    if (first != null) {
      throw first;
    }
  }

  /** Waits until all copies have left or failed. */
  void await() {
    while (!open.isEmpty()) {
      Copy oldest = open.peekFirst();
      engine.waits().await(oldest.call.operation(), () -> oldest.ended, Long.MAX_VALUE);
    }
  }
}
