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
  private final UcxSetup setup;
  private final UUID host;
  private final long[] handles;

  Endpoints(int rank, int size, AddressBook addresses, UcxSetup setup, UUID host) {
    this.rank = rank;
    this.addresses = addresses;
    this.setup = setup;
    this.host = host;
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

  /** A peer has failed: what is under way to it ends, and it is not reached any more. */
  void abandon(int peer) {
    if (isConnected(peer)) {
      setup.abandon(handles[peer]);
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
      handles[peer] = setup.connect(address.worker(), !address.host().equals(host));
      return handles[peer];
    } catch (TransportException e) {
      throw new TransportException(
          "rank %d cannot reach rank %d: %s".formatted(rank, peer, e.getMessage()), e);
    }
  }
}
