package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.error.TransportException;

/** UCX's endpoints of one rank, made when they are first used. */
final class Endpoints {

  /** Instead of an endpoint: there will be none. */
  private static final long FAILED = -1;

  private final int rank;
  private final AddressBook addresses;
  private final EndpointCalls calls;
  private final long[] handles;

  Endpoints(int rank, int size, AddressBook addresses, EndpointCalls calls) {
    this.rank = rank;
    this.addresses = addresses;
    this.calls = calls;
    this.handles = new long[size];
  }

  int size() {
    return handles.length;
  }

  /** The endpoint of a peer. */
  long of(int peer) {
    long endpoint = handles[peer];
    return endpoint <= 0 ? connect(peer) : endpoint;
  }

  boolean isConnected(int peer) {
    return handles[peer] > 0;
  }

  /**
   * A peer has failed: it is not reached any more. What is under way to it stays open; UCX can end
   * it only where endpoints handle errors, which costs them their fastest protocols.
   */
  void abandon(int peer) {
    handles[peer] = FAILED;
  }

  private long connect(int peer) {
    if (handles[peer] == FAILED) {
      throw new TransportException("rank %d: rank %d has failed".formatted(rank, peer));
    }
    try {
      handles[peer] = calls.connect(addresses.lookUp(peer));
      return handles[peer];
    } catch (TransportException e) {
      throw new TransportException(
          "rank %d cannot reach rank %d: %s".formatted(rank, peer, e.getMessage()), e);
    }
  }
}
