package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.api.AddressBook;

/** The addresses of peers: those of the start have published them, the others join with theirs. */
final class UcxAddresses {

  private final int rank;
  private final AddressBook published;
  private final UcxAddress[] joined;

  UcxAddresses(int rank, int capacity, AddressBook published) {
    this.rank = rank;
    this.published = published;
    this.joined = new UcxAddress[capacity];
  }

  /** The address of a peer; waits until it is published. */
  UcxAddress of(int peer) {
    UcxAddress address = joined[peer];
    return address != null ? address : UcxAddress.decode(rank, peer, published.lookUp(peer));
  }

  /** A peer joins with an address. */
  void join(int peer, byte[] address) {
    joined[peer] = UcxAddress.decode(rank, peer, address);
  }
}
