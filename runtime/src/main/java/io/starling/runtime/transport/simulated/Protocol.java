package io.starling.runtime.transport.simulated;

/**
 * How messages travel between two ranks.
 *
 * @param eagerBytes the longest message that leaves before its receive is found; -1 for none
 * @param mover who moves data
 */
public record Protocol(long eagerBytes, Mover mover) {

  /** Who moves data, and which processors it needs. */
  public enum Mover {
    /** The receiver's network adapter reads it once the receive is found: no processor waits. */
    READ,
    /** The sender's processor hears that the receive was found, and starts its adapter. */
    WRITE,
    /** The processors copy it: the receiver's, or both where it is eager. */
    COPY
  }
}
