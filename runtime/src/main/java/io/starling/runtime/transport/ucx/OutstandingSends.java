package io.starling.runtime.transport.ucx;

import io.starling.runtime.StarlingException;
import java.lang.foreign.Arena;

/**
 * Ensures that acknowledgements and sends of this rank leave it.
 *
 * <p>A receive may complete before its acknowledgement has left: if the peer's queue is full, UCX
 * keeps it until the next progress, and a rank that computes meanwhile makes the sender wait. Only
 * a flush of the endpoint shows this; a flush of the worker completes without it. In shared memory,
 * a flush with nothing held back costs 19 ns.
 *
 * <p>Over TCP a flush is a round trip, and not needed: the receiver has requested the data, and its
 * receive ends with a message that the sender sends after all data has arrived.
 */
final class OutstandingSends {

  private static final long LONGEST_WAIT_NANOSECONDS = 100_000_000;

  /** A peer that makes no progress, or has ended, leaves no room for sends. */
  private static final long LONGEST_FLUSH_NANOSECONDS = 1_000_000_000;

  private static final long LONGEST_DRAIN_NANOSECONDS = 10_000_000_000L;

  private static final long NONE = 0;

  private final UcxWorker worker;
  private final Endpoints endpoints;
  private final NearbyPeers neighbours;
  private final long parameters;

  /** The peers to flush. */
  private final int[] debts;

  private final boolean[] owed;

  /** The peers for which new data was held after their flush had begun. */
  private final boolean[] owedMore;

  /** The open flush of each peer; it may be an old one that is no longer awaited. */
  private final long[] flushes;

  private int count;

  OutstandingSends(UcxWorker worker, Endpoints endpoints, NearbyPeers neighbours, Arena arena) {
    this.worker = worker;
    this.endpoints = endpoints;
    this.neighbours = neighbours;
    parameters = arena.allocate(RequestParameters.BYTES, Long.BYTES).address();
    debts = new int[endpoints.capacity()];
    owed = new boolean[endpoints.capacity()];
    owedMore = new boolean[endpoints.capacity()];
    flushes = new long[endpoints.capacity()];
  }

  /**
   * Data for this peer may still be held here. A peer whose flush has taken too long is not awaited
   * until that flush has ended.
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

  /** The same for all peers to which messages were sent. */
  private void oweAll() {
    for (int peer = 0; peer < owed.length; peer++) {
      if (endpoints.isConnected(peer)) {
        add(peer);
      }
    }
  }

  /**
   * Closes the endpoint of a peer that has left, as soon as all that was sent to it has left too;
   * {@link #drain} waits for that.
   */
  void close(int peer, long endpoint) {
    release(flushes[peer]);
    flushes[peer] = flush(endpoint);
    // UCX does not allow a worker to end while the request of a close is open and not released.
    release(worker.disconnect(endpoint, parameters));
  }

  /** UCX frees a request that is still open when it ends; an error needs no request. */
  private void release(long request) {
    if (request != NONE && !UcpLibrary.isStatus(request)) {
      worker.free(request);
    }
  }

  /** Makes progress until acknowledgements have left; returns whether that was necessary. */
  boolean settle() {
    boolean waits = !isDone();
    if (waits) {
      await(System.nanoTime() + LONGEST_WAIT_NANOSECONDS);
    }
    return waits;
  }

  /** Makes progress until all sends have left too, or the time has elapsed. */
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

  /** Whether everything has left. */
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

  // The yield is intended: the rank that must make room may need this very core.
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

  /** Makes progress until no flush is open, even one that was given up, or the time has elapsed. */
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

  /** The worker is about to end: forgets all flushes. */
  void forget() {
    for (int peer = 0; peer < flushes.length; peer++) {
      release(flushes[peer]);
      flushes[peer] = NONE;
    }
    count = 0;
  }

  /** Stops waiting: data that is still here leaves with later progress, if at all. */
  private void giveUp() {
    while (count > 0) {
      int peer = debts[--count];
      owed[peer] = false;
      owedMore[peer] = false;
    }
  }

  /** Whether a peer can be flushed now or never; false while the connection is being made. */
  private boolean isReached(int peer) {
    try {
      return endpoints.of(peer) != Endpoints.NONE_YET;
    } catch (StarlingException e) {
      return true;
    }
  }

  /** An unreachable peer needs no flush: its operations fail elsewhere. */
  private long begin(int peer) {
    try {
      return flush(endpoints.of(peer));
    } catch (StarlingException e) {
      return NONE;
    }
  }

  private long flush(long endpoint) {
    long request = worker.flush(endpoint, parameters);
    return UcpLibrary.isStatus(request) ? NONE : request;
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
