package io.starling.runtime.transport.shared;

/**
 * How a port shares memory.
 *
 * @param heapBytes how much its heap may grow to; memory is taken only where it is touched
 * @param reachesPrivateMemory whether it copies from and to the private memory of its peers, where
 *     the system permits that; otherwise what lies there goes over a stage
 * @param exclusiveCores whether ranks have a core each: sender and receiver of a long message then
 *     both copy. Where they share one, each would only wait for the other; so the receiver copies
 *     long messages alone, and the sender hands over as much as it can without waiting
 * @param openSends how many sends of a rank may be open whose messages wait in its memory for their
 *     receives; each takes a record of memory from then on
 */
public record SharedSettings(
    long heapBytes, boolean reachesPrivateMemory, boolean exclusiveCores, int openSends) {

  private static final int OPEN_SENDS = 1 << 24;

  /** What ranks that are processes use. */
  public static final SharedSettings DEFAULT = new SharedSettings(64L << 30, true, true);

  public SharedSettings {
    if (heapBytes < 0) {
      throw new IllegalArgumentException("the heap has a negative size: " + heapBytes);
    }
    if (openSends < 1) {
      throw new IllegalArgumentException("no send may be open: " + openSends);
    }
  }

  /** Settings with as many open sends as will not run out before memory does. */
  public SharedSettings(long heapBytes, boolean reachesPrivateMemory, boolean exclusiveCores) {
    this(heapBytes, reachesPrivateMemory, exclusiveCores, OPEN_SENDS);
  }

  /** The same for ranks that have a core each, or share them. */
  public SharedSettings withExclusiveCores(boolean exclusive) {
    return new SharedSettings(heapBytes, reachesPrivateMemory, exclusive, openSends);
  }
}
