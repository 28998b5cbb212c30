package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * The progress engine of one rank. It posts transfers to the port and notifies operations of their
 * completion, one event at a time (ADAPT, section 2.2.1).
 *
 * <p>Everything happens inside the engine's guard, one thread at a time ({@link #enter}).
 * Completions that the port reports during a post are queued, so no operation is ever re-entered.
 * Data on the Java heap, or with gaps, travels through pooled native memory, segment by segment,
 * transparently to operations. In a steady state a segment allocates nothing.
 */
public final class Engine implements AutoCloseable {

  /** The bytes a rank folds and copies before it makes progress in between. */
  private static final long BYTES_BETWEEN_LOOKS = 64 << 10;

  private final Port port;
  private final TransferTable transfers = new TransferTable();
  private final Staging staging;
  private final CompletionNotes completed = new CompletionNotes(transfers);
  private final Devices devices;
  private final CompletionDelivery delivery;
  private final TransferPoster poster;
  private final OutsideWork outside;
  private final Looks looks = new Looks();
  private final LongSupplier clock;
  private final Threads threads;
  private final Waits waits;
  private final FailureWatch watch;
  private int activeOperations;
  private long endedOperations;
  private int services;

  /** One of the threads that may call constructs it; the clock counts nanoseconds. */
  public Engine(
      Port port,
      LongSupplier clock,
      Threads.Maker threadsMaker,
      Devices.Maker devicesMaker,
      FailureWatch.Maker watchMaker) {
    this.port = port;
    this.clock = clock;
    threads = threadsMaker.make(this);
    waits = new Waits(this, threads, transfers);
    devices = devicesMaker.make(port, transfers, completed);
    staging = new Staging(transfers, new BufferPool(port.memory()), devices);
    watch = watchMaker.make(port, transfers, clock, threads::happened);
    delivery = new CompletionDelivery(port.rank(), transfers, staging, devices, watch);
    outside = new OutsideWork(completed);
    poster =
        new TransferPoster(port, transfers, staging, devices, completed, watch, outside, looks);
    port.attach(completed);
  }

  public int rank() {
    return port.rank();
  }

  public int size() {
    return port.size();
  }

  /** A peer joins; see {@link Port#connect}. */
  public void connect(int peer, byte[] address) {
    enter();
    try {
      port.connect(peer, address);
    } finally {
      leave();
    }
  }

  /** A peer leaves; see {@link Port#disconnect}. */
  public void disconnect(int peer) {
    enter();
    try {
      port.disconnect(peer);
    } finally {
      leave();
    }
  }

  /** Scratch memory for operations. */
  public BufferPool pool() {
    return staging.pool();
  }

  /**
   * Scratch memory for an operation; on the device if its data {@code near} and its fold are there.
   *
   * @param fold the fold of the contributions; null if nothing is folded
   */
  public Memory scratch(Memory near, Fold fold, long bytes) {
    return staging.scratch(near, fold, bytes);
  }

  /** Releases memory from {@link #scratch}. */
  public void release(Memory scratch) {
    staging.releaseScratch(scratch);
  }

  /** The threads that may call. */
  public Threads threads() {
    return threads;
  }

  /** What they wait for. */
  public Waits waits() {
    return waits;
  }

  /** The time by the engine's clock, in nanoseconds. */
  public long nanoTime() {
    return clock.getAsLong();
  }

  /**
   * Begins a call. Until {@link #leave}, other threads are excluded, except while the call waits. A
   * thread may enter again inside.
   *
   * @throws IllegalStateException if the engine is closed, or this thread may not call
   */
  public void enter() {
    threads.enter();
  }

  /** Ends what {@link #enter} began. */
  public void leave() {
    threads.leave();
  }

  /** Makes progress for a call that does not wait, after the program may have computed for long. */
  public int look() {
    port.paused();
    return doWork();
  }

  /** Makes progress in the port and delivers completions; returns how much happened. */
  public int doWork() {
    int work = delivery.move(port) + outside.collect() + looks.turn();
    long enough = poster.touchedBytes() + BYTES_BETWEEN_LOOKS;
    if (waits.isStalled() && !completed.isEmpty()) {
      // What completions cause, such as a user's callback, may take long.
      waits.stalled(false);
    }
    while (!completed.isEmpty() && poster.touchedBytes() < enough && !devices.isFull()) {
      delivery.deliver(completed.remove());
      work++;
    }
    watch.turn();
    if (work > 0) {
      threads.happened();
    }
    return work;
  }

  /** The source of news about failures. */
  public FailureWatch watch() {
    return watch;
  }

  /** The board of a group of ranks, as {@link Port#board} makes it; null without one. */
  public Board board(int group, int[] ranks) {
    enter();
    try {
      return port.board(group, ranks);
    } finally {
      leave();
    }
  }

  /** Memory for words of ranks that share memory, as {@link Port#words} gives it. */
  public MessageMemory words() {
    return port.words();
  }

  /** Whether this rank shares memory with a peer, as {@link Port#sharesMemory} says. */
  public boolean sharesMemory(int peer) {
    return port.sharesMemory(peer);
  }

  /** Where ranks find memory of this one, as {@link Port#placeOf} says. */
  public long placeOf(MemorySegment memory) {
    return port.placeOf(memory);
  }

  /** Memory of a peer, as {@link Port#at} gives it. */
  public MemorySegment at(int peer, long place, long bytes) {
    return port.at(peer, place, bytes);
  }

  /** Lets a peer look at memory, as {@link Port#wake(int)} does. */
  public void wake(int peer) {
    port.wake(peer);
  }

  /** Whether accesses may wait for owners, as {@link Port#accessesNeedOwner} says. */
  public boolean accessesNeedOwner() {
    return port.accessesNeedOwner();
  }

  /** Lets peers access memory of this rank, as {@link Port#expose} does. */
  public Exposure expose(MemorySegment memory) {
    enter();
    try {
      return port.expose(memory);
    } finally {
      leave();
    }
  }

  /**
   * As {@link #expose}, for an operation in the middle of an event: its thread has entered, though
   * a program may not call on it.
   */
  public Exposure exposeWithin(MemorySegment memory) {
    return port.expose(memory);
  }

  /** As {@link #reach}, for an operation in the middle of an event. */
  public RemoteMemory reachWithin(int peer, byte[] key) {
    return port.reach(peer, key);
  }

  /** Reaches memory that a peer has exposed, as {@link Port#reach} does. */
  public RemoteMemory reach(int peer, byte[] key) {
    enter();
    try {
      return port.reach(peer, key);
    } finally {
      leave();
    }
  }

  /**
   * From now on this rank makes progress for peers also while the program computes, until {@link
   * #endService} was called as often. To be called outside.
   *
   * @throws IllegalStateException if this rank is in the middle of a wait
   */
  public void beginService() {
    threads.becomeShared();
    enter();
    services++;
    threads.asked();
    leave();
  }

  /** See {@link #beginService}. */
  public void endService() {
    enter();
    services--;
    leave();
  }

  /** Whether progress is needed though no thread waits. */
  public boolean needsProgress() {
    return activeOperations > 0 || services > 0;
  }

  /** Looks for a message, as {@link Port#probe} does. */
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return port.probe(tag, mask, remove, found);
  }

  TransferPoster poster() {
    return poster;
  }

  void began() {
    activeOperations++;
    threads.asked();
  }

  void ended(Operation operation) {
    activeOperations--;
    endedOperations++;
    if (operation.share() != null) {
      operation.share().end();
    }
  }

  /** The longest sleep of a waiting thread, in nanoseconds. */
  public long longestSleep() {
    long longest = Math.min(port.longestSleep(), devices.longestSleep());
    longest = Math.min(longest, looks.longestSleep());
    return Math.min(longest, Math.min(waits.longestSleep(), outside.longestSleep()));
  }

  /**
   * Cancels the open receives of a failed operation, and forgets a failed post. Exceptions of the
   * port are added to the failure as suppressed ones.
   */
  void abandon(Operation operation, Throwable reason) {
    poster.forgetFailed(delivery);
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
    transfers.cancelReceives(operation, port, devices);
  }

  /** The number of open operations. */
  public int activeOperations() {
    return activeOperations;
  }

  /** The number of operations that have ended; until it changes, no wait for one is over. */
  public long endedOperations() {
    return endedOperations;
  }

  /** Fails all operations that have open transfers, after progress in the port has failed. */
  public void failAll(Throwable cause) {
    delivery.failAll(cause);
    threads.happened();
  }

  /**
   * Refuses all further calls and flushes the port, which stays open. Waits for no open transfers.
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
      threads.awaitEnd();
      devices.close(transfers.isEmpty());
    }
  }

  /** Whether calls are refused since {@link #close}. */
  public boolean isClosed() {
    return threads.hasEnded();
  }

  /** Whether transfers are open, including those of failed operations. */
  public boolean hasOpenTransfers() {
    return !transfers.isEmpty();
  }
}
