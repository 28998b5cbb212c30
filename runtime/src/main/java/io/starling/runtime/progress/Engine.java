package io.starling.runtime.progress;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The progress engine of one rank: posts transfers to its port and tells operations, one event at a
 * time, when they are complete (ADAPT, section 2.2.1).
 *
 * <p>Everything happens on the thread that owns the engine, inside {@link #doWork}. Completions
 * that the port reports within a post wait in a queue, so no machine is ever re-entered. Data on
 * the Java heap travels through pooled native memory, segment by segment, and machines do not
 * notice. In a steady state nothing is allocated.
 */
public final class Engine implements AutoCloseable {

  private static final int NOTHING = -1;

  private static final long LONGEST_CANCEL_NANOSECONDS = 100_000_000;

  private final Port port;
  private final IdleStrategy idleStrategy;
  private final LongSupplier clock;
  private final BufferPool pool;
  private final TransferTable transfers = new TransferTable();
  private final CompletionNotes completed = new CompletionNotes(transfers);
  private final Thread owner = Thread.currentThread();
  private int posting = NOTHING;
  private int activeOperations;
  private boolean closed;

  /** The engine belongs to the thread that makes it. */
  public Engine(Port port, IdleStrategy idleStrategy) {
    this(port, idleStrategy, System::nanoTime);
  }

  /** The same with a clock that counts nanoseconds. */
  public Engine(Port port, IdleStrategy idleStrategy, LongSupplier clock) {
    this.port = port;
    this.idleStrategy = idleStrategy;
    this.clock = clock;
    this.pool = new BufferPool(port.memory());
    port.attach(completed);
  }

  public int rank() {
    return port.rank();
  }

  public int size() {
    return port.size();
  }

  /** Scratch memory for machines. */
  public BufferPool pool() {
    return pool;
  }

  /**
   * Refuses calls that the engine does not allow.
   *
   * @throws IllegalStateException if the engine is closed or belongs to another thread
   */
  public void checkOwner() {
    if (Thread.currentThread() != owner || closed) {
      throw refusal();
    }
  }

  private IllegalStateException refusal() {
    return closed
        ? new IllegalStateException("rank " + rank() + ": the communicator is closed")
        : new IllegalStateException(
            "rank %d: thread '%s' called, but only '%s', which joined the job, may (MPI_THREAD_FUNNELED)"
                .formatted(rank(), Thread.currentThread().getName(), owner.getName()));
  }

  /** Moves the port and delivers what is complete; returns how much happened. */
  public int doWork() {
    int work = port.progress();
    while (!completed.isEmpty()) {
      deliver(completed.remove());
      work++;
    }
    return work;
  }

  /** Makes progress until the operation has ended; throws if it failed. */
  public void await(Operation operation) {
    if (!operation.isDone()) {
      awaitUntil(operation.done(), Long.MAX_VALUE);
    }
    operation.check();
  }

  /** Makes progress until it is done, for so many nanoseconds at most; returns whether it is. */
  boolean awaitUntil(BooleanSupplier done, long nanoseconds) {
    checkOwner();
    try (LongWait wait = new LongWait(this, port, idleStrategy, clock, nanoseconds)) {
      return wait.until(done);
    }
  }

  void send(
      Operation operation,
      int child,
      int segment,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    int row = open(TransferTable.SEND, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    if (data.isNative()) {
      transfers.memory[row] = data;
      port.send(row, peer, tag, data, offset, length, synchronous);
    } else {
      MemorySegment lane = pool.acquire(length);
      transfers.staging[row] = lane;
      MemorySegment.copy(data, offset, lane, 0, length);
      port.send(row, peer, tag, lane, 0, length, synchronous);
    }
    posting = NOTHING;
  }

  void receive(
      Operation operation,
      int child,
      int segment,
      int peer,
      long tag,
      long mask,
      MemorySegment into,
      long offset,
      long length) {
    int row = open(TransferTable.RECEIVE, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    transfers.memory[row] = into;
    if (into.isNative()) {
      port.receive(row, tag, mask, into, offset, length);
    } else {
      MemorySegment lane = pool.acquire(length);
      transfers.staging[row] = lane;
      transfers.offset[row] = offset;
      port.receive(row, tag, mask, lane, 0, length);
    }
    posting = NOTHING;
  }

  void fold(
      Operation operation,
      int child,
      int segment,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    int row = open(TransferTable.FOLD, operation, child, segment, 0, length);
    transfers.memory[row] = into;
    port.fold(fold, left, leftOffset, right, rightOffset, into, intoOffset, length, row, completed);
    posting = NOTHING;
  }

  private int open(byte kind, Operation operation, int child, int segment, long tag, long length) {
    int row = transfers.open(kind, operation, child, segment);
    transfers.tag[row] = tag;
    transfers.length[row] = length;
    operation.transferOpened();
    posting = row;
    return row;
  }

  private void deliver(int row) {
    Operation operation = transfers.operation[row];
    byte kind = transfers.kind[row];
    int child = transfers.child[row];
    int segment = transfers.segment[row];
    long length = transfers.length[row];
    long bytes = transfers.bytes[row];
    long tag = transfers.tag[row];
    int peer = transfers.peer[row];
    Completions.Failure failure = transfers.failure[row];
    transfers.unstage(row);
    String reason = failure == null ? null : transfers.explain(row, rank());
    transfers.failure[row] = null;
    close(row);
    if (!operation.isListening()) {
      return;
    }
    try {
      if (reason != null) {
        throw new StarlingException(reason);
      }
      switch (kind) {
        case TransferTable.SEND -> operation.onSent(child, segment);
        case TransferTable.FOLD -> operation.onFolded(child, segment);
        default -> {
          operation.onMessage(peer, tag, bytes, length);
          operation.onReceived(child, segment);
        }
      }
      operation.advance();
    } catch (RuntimeException | Error e) {
      operation.fail(e);
    }
  }

  void began() {
    activeOperations++;
  }

  void ended() {
    activeOperations--;
  }

  /** Cancels the open receives of an operation that failed, and forgets a post that did. */
  void abandon(Operation operation) {
    if (posting != NOTHING) {
      close(posting);
      posting = NOTHING;
    }
    for (int row = 0; row < transfers.rows() && operation.openTransfers() > 0; row++) {
      if (transfers.operation[row] == operation && transfers.kind[row] == TransferTable.RECEIVE) {
        port.cancel(row);
      }
    }
  }

  private void close(int row) {
    transfers.operation[row].transferClosed();
    if (transfers.staging[row] != null) {
      pool.release(transfers.staging[row]);
    }
    transfers.close(row);
  }

  /** How many operations have begun and not ended. */
  public int activeOperations() {
    return activeOperations;
  }

  /** What this rank waits for, one transfer a line; for people. */
  public String pending() {
    return PendingReport.of(rank(), transfers);
  }

  /**
   * Flushes the port, which stays open, and refuses all calls from now on. Transfers that are still
   * open may never end, so they are not waited for: the close may be on the way of an exception. A
   * second close does nothing.
   */
  @Override
  public void close() {
    if (!closed) {
      checkOwner();
      cancelReceives();
      if (!hasOpenTransfers()) {
        port.flush();
      }
      closed = true;
    }
  }

  /** Nothing may be written to memory that its owner frees after the close. */
  private void cancelReceives() {
    for (int row = 0; row < transfers.rows(); row++) {
      if (transfers.operation[row] != null && transfers.kind[row] == TransferTable.RECEIVE) {
        port.cancel(row);
      }
    }
    long began = System.nanoTime();
    while (hasOpenTransfers() && System.nanoTime() - began < LONGEST_CANCEL_NANOSECONDS) {
      doWork();
    }
  }

  /** Whether calls are refused since {@link #close}. */
  public boolean isClosed() {
    return closed;
  }

  /** Whether transfers are under way, of operations that have failed too. */
  public boolean hasOpenTransfers() {
    return !transfers.isEmpty();
  }
}
