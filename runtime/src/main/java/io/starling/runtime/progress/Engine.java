package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
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
 * the Java heap, or in pieces, travels through pooled native memory, segment by segment, and
 * machines do not notice. In a steady state nothing is allocated.
 */
public final class Engine implements AutoCloseable {

  private static final int NOTHING = -1;

  private static final long LONGEST_CANCEL_NANOSECONDS = 100_000_000;

  private final Port port;
  private final IdleStrategy idleStrategy;
  private final LongSupplier clock;
  private final TransferTable transfers = new TransferTable();
  private final Staging staging = new Staging(transfers);
  private final CompletionNotes completed = new CompletionNotes(transfers);
  private final Ownership ownership;
  private final CompletionDelivery delivery;
  private int posting = NOTHING;
  private Probe probing;
  private int activeOperations;

  /** The engine belongs to the thread that makes it. */
  public Engine(Port port, IdleStrategy idleStrategy) {
    this(port, idleStrategy, System::nanoTime);
  }

  /** The same with a clock that counts nanoseconds. */
  public Engine(Port port, IdleStrategy idleStrategy, LongSupplier clock) {
    this.port = port;
    this.idleStrategy = idleStrategy;
    this.clock = clock;
    ownership = new Ownership(port.rank());
    delivery = new CompletionDelivery(port.rank(), transfers, staging);
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
    return staging.pool();
  }

  /**
   * Refuses calls that the engine does not allow.
   *
   * @throws IllegalStateException if the engine is closed or belongs to another thread
   */
  public void checkOwner() {
    ownership.check();
  }

  /** Moves the port and delivers what is complete; returns how much happened. */
  public int doWork() {
    int work = port.progress();
    while (!completed.isEmpty()) {
      delivery.deliver(completed.remove());
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

  /** Makes progress until the probe has found something. */
  void await(Probe probe) {
    Probe outer = probing;
    probing = probe;
    try {
      awaitUntil(probe::look, Long.MAX_VALUE);
    } finally {
      probing = outer;
    }
  }

  boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return port.probe(tag, mask, remove, found);
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
      Memory data,
      long offset,
      long length,
      boolean synchronous) {
    int row = open(TransferTable.SEND, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    if (data.isDirect()) {
      transfers.memory[row] = data;
      port.send(row, peer, tag, data.segment(), offset, length, synchronous);
    } else {
      MemorySegment lane = staging.pack(row, data, offset, length);
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
      Memory into,
      long offset,
      long length) {
    int row = open(TransferTable.RECEIVE, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    if (into.isDirect()) {
      transfers.memory[row] = into;
      port.receive(row, tag, mask, into.segment(), offset, length);
    } else {
      port.receive(row, tag, mask, staging.room(row, into, offset, length), 0, length);
    }
    posting = NOTHING;
  }

  void receiveMatched(
      Operation operation, int peer, MessageInfo message, Memory into, long offset, long length) {
    int row = open(TransferTable.RECEIVE, operation, 0, 0, message.tag(), length);
    transfers.peer[row] = peer;
    if (into.isDirect()) {
      transfers.memory[row] = into;
      port.receiveMatched(row, message.handle(), into.segment(), offset, length);
    } else {
      MemorySegment lane = staging.room(row, into, offset, length);
      port.receiveMatched(row, message.handle(), lane, 0, length);
    }
    posting = NOTHING;
  }

  void fold(
      Operation operation,
      int child,
      int segment,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length) {
    int row = open(TransferTable.FOLD, operation, child, segment, 0, length);
    if (left.isContiguous() && right.isContiguous() && into.isContiguous()) {
      transfers.memory[row] = into;
      port.fold(
          fold,
          left.segment(),
          leftOffset,
          right.segment(),
          rightOffset,
          into.segment(),
          intoOffset,
          length,
          row,
          completed);
    } else {
      MemorySegment lane = staging.room(row, into, intoOffset, 2 * length);
      left.read(leftOffset, lane, 0, length);
      right.read(rightOffset, lane, length, length);
      port.fold(fold, lane, 0, lane, length, lane, 0, length, row, completed);
    }
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

  void began() {
    activeOperations++;
  }

  void ended() {
    activeOperations--;
  }

  /** Cancels the open receives of an operation that failed, and forgets a post that did. */
  void abandon(Operation operation) {
    if (posting != NOTHING) {
      delivery.close(posting);
      posting = NOTHING;
    }
    cancelReceives(operation);
  }

  /** Cancels the open receives of an operation. */
  void cancelReceives(Operation operation) {
    if (operation.openTransfers() > 0) {
      transfers.cancelReceives(operation, port);
    }
  }

  /** How many operations have begun and not ended. */
  public int activeOperations() {
    return activeOperations;
  }

  /** What this rank waits for, one transfer a line; for people. */
  public String pending() {
    return PendingReport.of(rank(), transfers, probing);
  }

  /**
   * Flushes the port, which stays open, and refuses all calls from now on. Transfers that are still
   * open may never end, so they are not waited for: the close may be on the way of an exception. A
   * second close does nothing.
   */
  @Override
  public void close() {
    if (!ownership.hasEnded()) {
      checkOwner();
      cancelAll();
      if (!hasOpenTransfers()) {
        port.flush();
      }
      ownership.end();
    }
  }

  /** Nothing may be written to memory that its owner frees after the close. */
  private void cancelAll() {
    transfers.cancelReceives(null, port);
    long began = System.nanoTime();
    while (hasOpenTransfers() && System.nanoTime() - began < LONGEST_CANCEL_NANOSECONDS) {
      doWork();
    }
  }

  /** Whether calls are refused since {@link #close}. */
  public boolean isClosed() {
    return ownership.hasEnded();
  }

  /** Whether transfers are under way, of operations that have failed too. */
  public boolean hasOpenTransfers() {
    return !transfers.isEmpty();
  }
}
