package io.starling.runtime.transport.shared;

/**
 * How a port shares memory.
 *
 * @param heapBytes how much its heap may grow to; memory is taken only where it is touched
 * @param reachesPrivateMemory whether it copies from and to the private memory of its peers, where
 *     the system permits that; otherwise what lies there goes over a stage
 * @param sharesWork whether sender and receiver of a long message both copy; where they share a
 *     core, one would only wait for the other
 */
public record SharedSettings(long heapBytes, boolean reachesPrivateMemory, boolean sharesWork) {

  /** What ranks that are processes use. */
  public static final SharedSettings DEFAULT = new SharedSettings(64L << 30, true, true);

  public SharedSettings {
    if (heapBytes < 0) {
      throw new IllegalArgumentException("the heap has a negative size: " + heapBytes);
    }
  }

  /** The same for ranks that share a core with others, or have it alone. */
  public SharedSettings oversubscribed(boolean shareCores) {
    return new SharedSettings(heapBytes, reachesPrivateMemory, !shareCores);
  }
}
