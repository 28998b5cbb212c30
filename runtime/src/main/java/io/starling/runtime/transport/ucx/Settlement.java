package io.starling.runtime.transport.ucx;

import io.starling.runtime.error.StarlingException;
import java.lang.foreign.Arena;

/**
 * Sees to it that what this rank owes its peers leaves.
 *
 * <p>A receive ends before its acknowledgement has left: where the peer's queue is full, UCX keeps
 * it until the next progress, and a rank that computes meanwhile keeps the sender waiting. UCX
 * tells by a flush of the endpoint, and by nothing else: a flush of the worker ends without it. In
 * shared memory, a flush where nothing is held back costs 19 ns.
 *
 * <p>Over TCP a flush is a round trip, and nothing is owed: who receives has asked for the data,
 * and its receive ends by a word of the sender, for which that has waited until all was there.
 */
final class Settlement {

  private static final long LONGEST_SETTLEMENT_NANOSECONDS = 100_000_000;

  /** A peer that makes no progress, or has ended, leaves no room to send into. */
  private static final long LONGEST_FLUSH_NANOSECONDS = 1_000_000_000;

  private static final long LONGEST_DRAIN_NANOSECONDS = 10_000_000_000L;

  private static final long NONE = 0;

  private final UcxWorker worker;
  private final Endpoints endpoints;
  private final Neighbours neighbours;
  private final long parameters;

  /** The peers that are to be flushed. */
  private final int[] debts;

  private final boolean[] owed;

  /** The peers to which something was owed after their flush had begun. */
  private final boolean[] owedMore;

  /** For each peer its flush that has not ended; it may be an old one that is not waited for. */
  private final long[] flushes;

  private int count;

  Settlement(UcxWorker worker, Endpoints endpoints, Neighbours neighbours, Arena arena) {
    this.worker = worker;
    this.endpoints = endpoints;
    this.neighbours = neighbours;
    parameters = arena.allocate(RequestParameters.BYTES, Long.BYTES).address();
    debts = new int[endpoints.size()];
    owed = new boolean[endpoints.size()];
    owedMore = new boolean[endpoints.size()];
    flushes = new long[endpoints.size()];
  }

  /**
   * Something for this peer may still be here. A peer that has let a flush wait for too long is not
   * waited for until that one has ended.
   */
  void owe(int peer) {
    if (peer < owed.length && neighbours.contains(peer)) {
      add(peer);
    }
  }

  private void add(int peer) {
    if (owed[peer]) {
      owedMore[peer] = flushes[peer] != NONE;
    } else if (flushes[peer] == NONE || hasEnded(peer)) {
      owed[peer] = true;
      debts[count++] = peer;
    }
  }

  /** The same for all peers that messages were sent to. */
  private void oweAll() {
    for (int peer = 0; peer < owed.length; peer++) {
      if (endpoints.isConnected(peer)) {
        add(peer);
      }
    }
  }

  /** Makes progress until acknowledgements are on their way; returns whether it had to. */
  boolean settle() {
    boolean waits = !isDone();
    if (waits) {
      await(System.nanoTime() + LONGEST_SETTLEMENT_NANOSECONDS);
    }
    return waits;
  }

  /** Makes progress until all sends are on their way, too, or the time is over. */
  void flush() {
    long deadline = System.nanoTime() + LONGEST_FLUSH_NANOSECONDS;
    reach(deadline);
    await(deadline);
  }

  private void reach(long deadline) {
    while (endpoints.areAwaited() && System.nanoTime() - deadline < 0) {
      advance();
    }
    oweAll();
  }

  /** Whether all of it is on its way, for which progress may be needed. */
  private boolean isDone() {
    while (count > 0) {
      int peer = debts[count - 1];
      if (flushes[peer] == NONE) {
        if (!isReached(peer)) {
          return false;
        }
        flushes[peer] = begin(peer);
      }
      if (flushes[peer] != NONE && !hasEnded(peer)) {
        return false;
      }
      if (!owedMore[peer]) {
        count--;
        owed[peer] = false;
      }
      owedMore[peer] = false;
    }
    return true;
  }

  private void await(long deadline) {
    while (!isDone()) {
      if (System.nanoTime() - deadline > 0) {
        giveUp();
      } else {
        advance();
      }
    }
  }

  // To yield is the point: the rank that is to make room may wait for this very core.
  @SuppressWarnings("ThreadPriorityCheck")
  private void advance() {
    int moved = worker.progress();
    if (endpoints.areAwaited()) {
      moved += endpoints.progress();
    }
    if (moved == 0) {
      Thread.yield();
    }
  }

  /** Makes progress until no flush is under way, also none that was given up, or time is over. */
  void drain() {
    long deadline = System.nanoTime() + LONGEST_DRAIN_NANOSECONDS;
    reach(deadline);
    while (!(isDone() && isDrained()) && System.nanoTime() - deadline < 0) {
      advance();
    }
  }

  private boolean isDrained() {
    for (int peer = 0; peer < flushes.length; peer++) {
      if (flushes[peer] != NONE && !hasEnded(peer)) {
        return false;
      }
    }
    return true;
  }

  /** Waits for nobody any more: what is still here leaves with later progress, if ever. */
  private void giveUp() {
    while (count > 0) {
      int peer = debts[--count];
      owed[peer] = false;
      owedMore[peer] = false;
    }
  }

  /** Whether a peer can be flushed, or never; not where it is about to be reached. */
  private boolean isReached(int peer) {
    try {
      return endpoints.of(peer) != Endpoints.NONE_YET;
    } catch (StarlingException e) {
      return true;
    }
  }

  /** A peer that can't be reached is owed nothing: its operations fail elsewhere. */
  private long begin(int peer) {
    try {
      long request = worker.flush(endpoints.of(peer), parameters);
      return UcpLibrary.isStatus(request) ? NONE : request;
    } catch (StarlingException e) {
      return NONE;
    }
  }

  private boolean hasEnded(int peer) {
    if (worker.status(flushes[peer]) == UcpLibrary.UCS_INPROGRESS) {
      return false;
    }
    worker.free(flushes[peer]);
    flushes[peer] = NONE;
    return true;
  }
}
