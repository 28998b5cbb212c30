package io.starling.runtime.transport.ucx;

import io.starling.runtime.bootstrap.AddressBook;

/** Which peers are on this rank's host; asked only for peers whose addresses are known. */
final class Neighbours {

  private static final byte NEAR = 1;
  private static final byte FAR = 2;

  private final AddressBook addresses;
  private final String host;
  private final byte[] known;

  Neighbours(AddressBook addresses, String host, int size) {
    this.addresses = addresses;
    this.host = host;
    this.known = new byte[size];
  }

  boolean contains(int peer) {
    if (known[peer] == 0) {
      known[peer] = UcxAddress.decode(addresses.lookUp(peer)).host().equals(host) ? NEAR : FAR;
    }
    return known[peer] == NEAR;
  }
}
