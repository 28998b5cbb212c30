package io.starling.runtime.transport.simulated;

/**
 * How messages travel between two ranks.
 *
 * @param eagerBytes the longest message that leaves before its receive is found, copied out by the
 *     sender's processor and in by the receiver's; -1 for none
 * @param mover who moves the data of longer ones
 */
public record Protocol(long eagerBytes, Mover mover) {

  /** Who moves data once the receive is found, and which processors it needs. */
  public enum Mover {
    /** The receiver's network adapter reads it once the receive is found: no processor waits. */
    READ,
    /** The sender's processor hears that the receive was found, and starts its adapter. */
    WRITE,
    /** The receiver's processor copies it and does nothing else meanwhile. */
    COPY
  }
}
