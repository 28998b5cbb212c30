package io.starling.runtime.transport.shared;

/**
 * How a port shares memory.
 *
 * @param heapBytes the largest size of its heap; memory is taken only where it is touched
 * @param reachesPrivateMemory whether it copies from and to the private memory of its peers if the
 *     system permits that; otherwise such data goes over a stage
 * @param exclusiveCores whether ranks have a core each: sender and receiver of a long message then
 *     both copy. If they share a core, each would only wait for the other; the receiver then copies
 *     long messages alone, and the sender passes as much as it can without waiting
 * @param openSends the most open sends of a rank whose messages wait in its memory; each takes a
 *     record of memory from then on
 * @param onDescriptor whether a rank sleeps on a descriptor, so that it can wait for another
 *     transport too; otherwise on a futex
 * @param severalThreads whether several threads use it; the one that polls then sleeps after nearly
 *     every message, or every call of another
 */
public record SharedSettings(
    long heapBytes,
    boolean reachesPrivateMemory,
    boolean exclusiveCores,
    int openSends,
    boolean onDescriptor,
    boolean severalThreads) {

  private static final int OPEN_SENDS = 1 << 24;

  /** The settings of ranks that are processes. */
  public static final SharedSettings DEFAULT = new SharedSettings(64L << 30, true, true);

  public SharedSettings {
    if (heapBytes < 0) {
      throw new IllegalArgumentException("heapBytes must not be negative: " + heapBytes);
    }
    if (openSends < 1) {
      throw new IllegalArgumentException("openSends must be positive, not " + openSends);
    }
  }

  /** Settings with so many open sends that memory runs out first. */
  public SharedSettings(long heapBytes, boolean reachesPrivateMemory, boolean exclusiveCores) {
    this(heapBytes, reachesPrivateMemory, exclusiveCores, OPEN_SENDS, false, false);
  }

  /** These settings for ranks that have a core each, or share cores. */
  public SharedSettings withExclusiveCores(boolean exclusive) {
    return new SharedSettings(
        heapBytes, reachesPrivateMemory, exclusive, openSends, onDescriptor, severalThreads);
  }

  /** These settings for ranks that sleep on a descriptor. */
  public SharedSettings withDescriptor() {
    return new SharedSettings(
        heapBytes, reachesPrivateMemory, exclusiveCores, openSends, true, severalThreads);
  }

  /** These settings for a rank with several threads, or one. */
  public SharedSettings withSeveralThreads(boolean several) {
    return new SharedSettings(
        heapBytes, reachesPrivateMemory, exclusiveCores, openSends, onDescriptor, several);
  }

  /**
   * Whether a rank sleeps so seldom that it may await the stores of its peers each time, which
   * spares them a fence with each message.
   */
  boolean sleepsSeldom() {
    return exclusiveCores && !severalThreads;
  }
}
