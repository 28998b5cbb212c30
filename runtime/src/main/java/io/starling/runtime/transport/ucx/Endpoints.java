package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.error.TransportException;

/** UCX's endpoints of one rank, made when they are first used. */
final class Endpoints {

  private final int rank;
  private final AddressBook addresses;
  private final UcxSetup setup;
  private final long[] handles;

  Endpoints(int rank, int size, AddressBook addresses, UcxSetup setup) {
    this.rank = rank;
    this.addresses = addresses;
    this.setup = setup;
    this.handles = new long[size];
  }

  int size() {
    return handles.length;
  }

  /** The endpoint of a peer. */
  long of(int peer) {
    long endpoint = handles[peer];
    return endpoint == 0 ? connect(peer) : endpoint;
  }

  boolean isConnected(int peer) {
    return handles[peer] != 0;
  }

  private long connect(int peer) {
    try {
      handles[peer] = setup.connect(addresses.lookUp(peer));
      return handles[peer];
    } catch (TransportException e) {
      throw new TransportException(
          "rank %d cannot reach rank %d: %s".formatted(rank, peer, e.getMessage()), e);
    }
  }
}
