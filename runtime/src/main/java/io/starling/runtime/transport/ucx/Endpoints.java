package io.starling.runtime.transport.ucx;

import io.starling.runtime.TransportException;
import io.starling.runtime.progress.PeerNumbers;

/** UCX's endpoints of one rank, made when they are first used. */
final class Endpoints {

  /** In place of an endpoint: the connection is being made. */
  static final long NONE_YET = 0;

  /** In {@link #handles}: there will be no endpoint. */
  static final long FAILED = -1;

  /** In {@link #handles}: the connection is being made. */
  private static final long AWAITED = -2;

  private final int rank;
  private final PeerNumbers numbers;
  private final PendingConnections contacts;
  private final long[] handles;

  Endpoints(int rank, PeerNumbers numbers, PendingConnections contacts) {
    this.rank = rank;
    this.numbers = numbers;
    this.contacts = contacts;
    this.handles = new long[numbers.capacity()];
  }

  /** The largest possible number of peers. */
  int capacity() {
    return handles.length;
  }

  /** The endpoint of a peer, or {@link #NONE_YET} while the connection is being made. */
  long of(int peer) {
    long endpoint = handles[peer];
    return endpoint <= 0 ? connect(peer) : endpoint;
  }

  boolean isConnected(int peer) {
    return handles[peer] > 0;
  }

  /**
   * A peer has failed: no new messages are sent to it. Open messages stay open; UCX can end them
   * only if endpoints handle errors, which would disable their fastest protocols.
   */
  void abandon(int peer) {
    handles[peer] = FAILED;
  }

  boolean hasFailed(int peer) {
    return handles[peer] == FAILED;
  }

  /**
   * A peer leaves: there will be no other endpoint. That of a failed peer stays until the worker
   * ends, as messages of it may be open.
   */
  void leave(int peer, Departures departures) {
    if (isConnected(peer)) {
      departures.add(peer, handles[peer]);
    }
    handles[peer] = FAILED;
  }

  /** Whether connections are being made, for which {@link #progress} is needed. */
  boolean areAwaited() {
    return contacts.any();
  }

  int progress() {
    return contacts.progress(handles);
  }

  private long connect(int peer) {
    numbers.checkReach(peer);
    if (handles[peer] == FAILED) {
      throw new TransportException("rank %d: rank %d has failed".formatted(rank, peer));
    }
    if (handles[peer] == AWAITED) {
      return NONE_YET;
    }
    try {
      long endpoint = contacts.begin(peer);
      handles[peer] = endpoint == NONE_YET ? AWAITED : endpoint;
      return endpoint;
    } catch (TransportException e) {
      throw new TransportException(
          "rank %d cannot reach rank %d: %s".formatted(rank, peer, e.getMessage()), e);
    }
  }
}
