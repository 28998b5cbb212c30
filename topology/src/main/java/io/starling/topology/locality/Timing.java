package io.starling.topology.locality;

/** How the messages of a collective follow each other in the cost of a {@link MessagesPattern}. */
public enum Timing {
  /**
   * A message begins when those for which it waits have arrived: the cost is the longest chain of
   * messages. It is the paper's for rings and trees (Cloud Collectives, section IV-A).
   */
  CHAINS,
  /**
   * A message belongs to the round after those for which it waits, and a round begins when the
   * previous one has ended: the cost is the sum of the slowest messages. It is the paper's for
   * halving-doubling and BCube, and fits libraries that end a round before they begin the next.
   */
  ROUNDS,
  /**
   * As chains, but the bytes of a message also wait for those of the message before it between the
   * same two ranks. It fits segmented messages and rings in which one hop is slower than the
   * others.
   */
  LINKS,
  /**
   * The cost is the sum of all messages: how much links that several hosts share have to carry. It
   * fits pipelines, in which all ranks send at the same time.
   */
  TOTAL
}
