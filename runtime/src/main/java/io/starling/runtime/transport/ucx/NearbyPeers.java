package io.starling.runtime.transport.ucx;

/**
 * The peers that are on this rank's host or may be reached by RDMA: to them, a rendezvous ends with
 * an acknowledgement of the receiver. Called only for peers whose addresses are known.
 */
final class NearbyPeers {

  private static final byte NEAR = 1;
  private static final byte FAR = 2;

  private final UcxAddresses addresses;
  private final String host;
  private final byte[] known;
  private final boolean rdma;

  NearbyPeers(UcxAddresses addresses, String host, int capacity) {
    this(addresses, host, capacity, RdmaAdapters.exist());
  }

  NearbyPeers(UcxAddresses addresses, String host, int capacity, boolean rdma) {
    this.addresses = addresses;
    this.host = host;
    this.known = new byte[capacity];
    this.rdma = rdma;
  }

  boolean contains(int peer) {
    if (known[peer] == 0) {
      known[peer] = rdma || isHere(peer) ? NEAR : FAR;
    }
    return known[peer] == NEAR;
  }

  private boolean isHere(int peer) {
    return addresses.of(peer).host().equals(host);
  }
}
