package io.starling.runtime.transport.simulated;

/**
 * How messages travel between two ranks.
 *
 * @param eagerBytes the longest message that leaves before it is matched; the processors of sender
 *     and receiver copy it to and from a buffer; -1 for none
 * @param mover moves the data of longer messages
 * @param start the time the mover takes to begin, in picoseconds, such as a system call or a
 *     registration
 */
public record Protocol(long eagerBytes, Mover mover, long start) {

  /** A protocol whose mover begins at once. */
  public Protocol(long eagerBytes, Mover mover) {
    this(eagerBytes, mover, 0);
  }

  /** Checks the figures. */
  public Protocol {
    if (start < 0) {
      throw new IllegalArgumentException("start must not be negative: %d ps".formatted(start));
    }
  }

  /** Moves the data of a matched message; the kinds differ in the processors that they need. */
  public enum Mover {
    /** The receiver's network adapter reads the data after the match: no processor waits. */
    READ,
    /** The sender's processor is notified of the match and starts its adapter. */
    WRITE,
    /** The receiver's processor copies the data and does nothing else meanwhile. */
    COPY
  }
}
