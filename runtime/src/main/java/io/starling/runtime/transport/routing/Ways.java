package io.starling.runtime.transport.routing;

/** Tells which port of a {@link RoutingPort} reaches a peer. */
@FunctionalInterface
public interface Ways {

  /**
   * Whether the near port reaches a rank that was there at the start or has joined; asked once for
   * each, at the first contact. May wait until its address is known.
   */
  boolean isNear(int peer);

  /**
   * A peer joins; {@link #isNear} is asked next.
   *
   * @param address what its port has published
   * @return its address for the port that reaches it
   * @throws io.starling.runtime.TransportException if it is not the address of a port with routes
   */
  default byte[] join(int peer, byte[] address) {
    return address;
  }
}
