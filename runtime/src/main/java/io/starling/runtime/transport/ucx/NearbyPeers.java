package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.api.AddressBook;

/**
 * The peers that are on this rank's host or may be reached by RDMA: to them, a rendezvous ends with
 * an acknowledgement of the receiver. Called only for peers whose addresses are known.
 */
final class NearbyPeers {

  private static final byte NEAR = 1;
  private static final byte FAR = 2;

  private final AddressBook addresses;
  private final String host;
  private final byte[] known;
  private final boolean rdma;

  NearbyPeers(AddressBook addresses, String host, int size) {
    this(addresses, host, size, RdmaAdapters.exist());
  }

  NearbyPeers(AddressBook addresses, String host, int size, boolean rdma) {
    this.addresses = addresses;
    this.host = host;
    this.known = new byte[size];
    this.rdma = rdma;
  }

  boolean contains(int peer) {
    if (known[peer] == 0) {
      known[peer] = rdma || isHere(peer) ? NEAR : FAR;
    }
    return known[peer] == NEAR;
  }

  private boolean isHere(int peer) {
    return UcxAddress.decode(addresses.lookUp(peer)).host().equals(host);
  }
}
