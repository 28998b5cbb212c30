package io.starling.runtime.transport.simulated;

/**
 * How messages travel between two ranks.
 *
 * @param eagerBytes the longest message that leaves before its receive is found, copied out by the
 *     sender's processor and in by the receiver's; -1 for none
 * @param mover who moves the data of longer ones
 * @param start what it takes the mover to begin, in picoseconds: a system call, a registration
 */
public record Protocol(long eagerBytes, Mover mover, long start) {

  /** A mover that begins at once. */
  public Protocol(long eagerBytes, Mover mover) {
    this(eagerBytes, mover, 0);
  }

  /** Refuses what no hardware does. */
  public Protocol {
    if (start < 0) {
      throw new IllegalArgumentException(
          "to begin takes no time or some, not %d ps".formatted(start));
    }
  }

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
