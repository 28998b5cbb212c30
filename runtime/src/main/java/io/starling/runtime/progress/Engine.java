package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The progress engine of one rank: posts transfers to its port and tells operations, one event at a
 * time, when they are complete (ADAPT, section 2.2.1).
 *
 * <p>Everything happens inside the engine's guard, one thread at a time ({@link #enter}).
 * Completions that the port reports within a post wait in a queue, so no machine is ever
 * re-entered. Data on the Java heap, or in pieces, travels through pooled native memory, segment by
 * segment, and machines do not notice. In a steady state a segment allocates nothing.
 */
public final class Engine implements AutoCloseable {

  /** A rank that folds and copies looks after its messages in between. */
  private static final long BYTES_BETWEEN_LOOKS = 64 << 10;

  private final Port port;
  private final TransferTable transfers = new TransferTable();
  private final Staging staging;
  private final CompletionNotes completed = new CompletionNotes(transfers);
  private final AttachedDevice device;
  private final CompletionDelivery delivery;
  private final Posts posts;
  private final Access access;
  private final Lookout lookout;
  private final List<Probe> probes = new ArrayList<>();
  private int activeOperations;
  private long endedOperations;

  /** The engine belongs to the thread that makes it. */
  public Engine(Port port, IdleStrategy idleStrategy) {
    this(port, idleStrategy, Threading.FUNNELED, System::nanoTime);
  }

  /** The engine belongs to the threads that may call it; the one that makes it is one of them. */
  public Engine(Port port, IdleStrategy idleStrategy, Threading threading) {
    this(port, idleStrategy, threading, System::nanoTime);
  }

  /** The same with a clock that counts nanoseconds. */
  public Engine(Port port, IdleStrategy idleStrategy, Threading threading, LongSupplier clock) {
    this.port = port;
    device = new AttachedDevice(port, transfers, completed);
    DeviceTransfers devices = new DeviceTransfers(port, transfers, completed, device);
    staging = new Staging(transfers, new BufferPool(port.memory()), devices);
    lookout = new Lookout(port, transfers, clock, this::happened);
    delivery = new CompletionDelivery(port.rank(), transfers, staging, devices, lookout);
    posts = new Posts(port, transfers, staging, devices, completed, lookout);
    access = new Access(this, port, idleStrategy, threading, clock);
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
   * Scratch memory for a machine, on the device where its data is there and can be folded there.
   *
   * @param near this rank's data
   * @param fold how contributions are folded, or null where nothing is
   */
  public Memory scratch(Memory near, Fold fold, long bytes) {
    Memory beside = near.isOnDevice() ? device.scratch(near, fold, bytes) : null;
    return beside != null ? beside : Memory.of(pool().acquire(bytes));
  }

  /** Takes back what {@link #scratch} gave. */
  public void release(Memory scratch) {
    if (scratch.isOnDevice()) {
      device.releaseScratch(scratch);
    } else {
      pool().release(scratch.segment());
    }
  }

  public Threading threading() {
    return access.threading();
  }

  /**
   * Refuses calls that the engine does not allow now; enters nothing.
   *
   * @throws IllegalStateException if the engine is closed, or this thread may not call
   */
  public void checkOwner() {
    access.guard().admit();
  }

  /**
   * Begins a call: what follows, up to {@link #leave}, is not disturbed by other threads, except
   * while it waits. Entering again inside is allowed.
   *
   * @throws IllegalStateException as {@link #checkOwner}
   */
  public void enter() {
    access.guard().enter();
  }

  /** Ends what {@link #enter} began. */
  public void leave() {
    access.leave();
  }

  Access access() {
    return access;
  }

  /** Moves the port and delivers what is complete; returns how much happened. */
  public int doWork() {
    int work = delivery.move(port, device);
    long enough = posts.touchedBytes() + BYTES_BETWEEN_LOOKS;
    while (!completed.isEmpty() && posts.touchedBytes() < enough && !device.isFull()) {
      delivery.deliver(completed.remove());
      work++;
    }
    lookout.turn();
    if (work > 0) {
      happened();
    }
    return work;
  }

  private void happened() {
    access.happened();
  }

  /** Makes progress until the operation has ended; throws if it failed. To be called inside. */
  public void await(Operation operation) {
    if (operation.isDone()) {
      access.settle();
    } else {
      access.await(operation, operation.done(), Long.MAX_VALUE);
    }
    operation.check();
  }

  /** Ends a wait for what is done already; nothing if the engine is closed. */
  void settle() {
    if (!isClosed()) {
      enter();
      try {
        access.settle();
      } finally {
        leave();
      }
    }
  }

  /** Makes progress until the probe has found something. To be called inside. */
  void await(Probe probe) {
    probes.add(probe);
    try {
      access.await(null, probe::look, Long.MAX_VALUE);
    } finally {
      probes.remove(probe);
    }
  }

  /** Makes progress until something is so that a look for news may bring. To be called inside. */
  public void await(BooleanSupplier condition) {
    access.await(null, condition, Long.MAX_VALUE);
  }

  /** Who tells this rank of failures, and what is known. */
  public Lookout lookout() {
    return lookout;
  }

  boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return port.probe(tag, mask, remove, found);
  }

  Posts posts() {
    return posts;
  }

  void began() {
    activeOperations++;
    access.asked();
  }

  void ended(Operation operation) {
    activeOperations--;
    endedOperations++;
    if (operation.hostCopies != null) {
      device.lanes().forget(operation.hostCopies);
    }
  }

  /** For how many nanoseconds a thread that waits may sleep. */
  long longestSleep() {
    return Math.min(port.longestSleep(), device.longestSleep());
  }

  /**
   * Cancels the open receives of an operation that failed, and forgets a post that did. What the
   * port throws meanwhile is told beside the reason of the failure and does not replace it.
   */
  void abandon(Operation operation, Throwable reason) {
    posts.forgetFailed(delivery);
    try {
      cancelReceives(operation);
    } catch (RuntimeException | Error e) {
      if (e != reason) {
        reason.addSuppressed(e);
      }
    }
  }

  /** Cancels the open receives of an operation. */
  void cancelReceives(Operation operation) {
    if (operation.openTransfers > 0) {
      transfers.cancelReceives(operation, port);
    }
  }

  /** How many operations have begun and not ended. */
  public int activeOperations() {
    return activeOperations;
  }

  /** How many operations have ended; where this has not changed, no wait for one is over. */
  public long endedOperations() {
    return endedOperations;
  }

  /** Whether a call waits for a message to look at, which no operation brings. */
  public boolean isProbing() {
    return !probes.isEmpty();
  }

  /** What this rank waits for, one transfer a line; for people. */
  public String pending() {
    return pending(null);
  }

  /** The same for one operation, or all where it is null. */
  String pending(Operation operation) {
    return PendingReport.of(rank(), transfers, operation, operation == null ? probes : List.of());
  }

  /** Fails all operations that have open transfers: the port can't be moved. */
  void failAll(Throwable cause) {
    delivery.failAll(cause);
    happened();
  }

  /**
   * Flushes the port, which stays open, and refuses all calls from now on. Transfers that are still
   * open may never end, so they are not waited for: the close may be on the way of an exception. A
   * second close does nothing.
   */
  @Override
  public void close() {
    if (isClosed()) {
      return;
    }
    enter();
    try {
      LastTransfers.end(this, transfers, port);
    } finally {
      access.awaitEnd();
      device.close(transfers.isEmpty());
    }
  }

  /** Whether calls are refused since {@link #close}. */
  public boolean isClosed() {
    return access.guard().hasEnded();
  }

  /** Whether transfers are under way, of operations that have failed too. */
  public boolean hasOpenTransfers() {
    return !transfers.isEmpty();
  }
}
