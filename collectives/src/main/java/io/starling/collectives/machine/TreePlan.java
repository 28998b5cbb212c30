package io.starling.collectives.machine;

import io.starling.collectives.tree.Branch;
import io.starling.runtime.progress.Tags;

/**
 * What is fixed before a tree machine starts. Every rank derives the same windows and segments.
 *
 * @param branch this rank's place in the tree
 * @param bytes the length of the message
 * @param segmentBytes the length of every segment but the last
 * @param sendWindow how many sends may be open per child (ADAPT's N)
 * @param receiveWindow how many receives may be open per peer (ADAPT's M, more than N)
 */
public record TreePlan(
    Branch branch, long bytes, long segmentBytes, int sendWindow, int receiveWindow) {

  private static final int MOST_WITHOUT_WINDOW = 64;

  public TreePlan {
    if (sendWindow < 1 || receiveWindow <= sendWindow) {
      throw new IllegalArgumentException(
          "windows must be 1 <= send < receive, not send=%d, receive=%d"
              .formatted(sendWindow, receiveWindow));
    }
  }

  /**
   * The segment size to use where this one is wished for: a whole number of elements, at least one,
   * and so long that a message has no more segments than tags can number.
   *
   * <p>All ranks must cut a message alike, though they may describe it by different datatypes.
   * Where bytes are only moved, it is cut at any byte; where elements are folded, at multiples of
   * their packed size, on which ranks agree.
   *
   * @param elementBytes 1, or the packed bytes of an element
   */
  public static long segmentBytes(long wished, long bytes, long elementBytes) {
    long fewest = (bytes + Tags.MAX_SEGMENTS - 1) / Tags.MAX_SEGMENTS;
    long least = Math.max(Math.min(wished, Math.max(1, bytes)), fewest);
    long elements = Math.max(1, least / elementBytes);
    return elements * elementBytes >= fewest
        ? elements * elementBytes
        : (elements + 1) * elementBytes;
  }

  /** The same with another place in the tree. */
  TreePlan with(Branch other) {
    return new TreePlan(other, bytes, segmentBytes, sendWindow, receiveWindow);
  }

  /** How many segments; an empty message has none. */
  public int segments() {
    return (int) ((bytes + segmentBytes - 1) / segmentBytes);
  }

  public long offset(int segment) {
    return segment * segmentBytes;
  }

  public long length(int segment) {
    return Math.min(segmentBytes, bytes - segment * segmentBytes);
  }

  /**
   * Whether the send of a segment waits for its receive: the last one of each window does. As long
   * as it waits, none of the next window may, so a late peer never holds more than two windows of
   * segments that it has no receive for.
   */
  public boolean isConfirmed(int segment) {
    return segment % sendWindow == sendWindow - 1;
  }

  /**
   * The same for the algorithms without windows: short sends end at once, and a late peer would
   * hold them all.
   */
  public static boolean isConfirmedWithoutWindow(int segment) {
    return segment % MOST_WITHOUT_WINDOW == MOST_WITHOUT_WINDOW - 1;
  }

  public int children() {
    return branch.children().length;
  }
}
