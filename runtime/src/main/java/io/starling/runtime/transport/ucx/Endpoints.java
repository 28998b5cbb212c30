package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.error.TransportException;
import java.util.UUID;

/** UCX's endpoints of one rank, made when they are first used. */
final class Endpoints {

  /** Instead of an endpoint: there will be none. */
  private static final long FAILED = -1;

  private final int rank;
  private final AddressBook addresses;
  private final EndpointCalls calls;
  private final UUID host;
  private final long[] handles;
  private final boolean[] handlesErrors;

  Endpoints(int rank, int size, AddressBook addresses, EndpointCalls calls, UUID host) {
    this.rank = rank;
    this.addresses = addresses;
    this.calls = calls;
    this.host = host;
    this.handles = new long[size];
    this.handlesErrors = new boolean[size];
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
   * A peer has failed: it is not reached any more, and what is under way to it ends where UCX can
   * end it.
   */
  void abandon(int peer) {
    if (isConnected(peer) && handlesErrors[peer]) {
      calls.abandon(handles[peer]);
    }
    handles[peer] = FAILED;
  }

  private long connect(int peer) {
    if (handles[peer] == FAILED) {
      throw new TransportException("rank %d: rank %d has failed".formatted(rank, peer));
    }
    try {
      WorkerAddress address = WorkerAddress.decode(addresses.lookUp(peer));
      // On the same host, the launcher tells who has failed.
      handlesErrors[peer] = !address.host().equals(host);
      handles[peer] = calls.connect(address.worker(), handlesErrors[peer]);
      return handles[peer];
    } catch (TransportException e) {
      throw new TransportException(
          "rank %d cannot reach rank %d: %s".formatted(rank, peer, e.getMessage()), e);
    }
  }
}
