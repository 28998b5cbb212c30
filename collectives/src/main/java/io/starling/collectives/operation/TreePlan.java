package io.starling.collectives.operation;

import io.starling.collectives.tree.Branch;
import io.starling.runtime.progress.Tags;

/**
 * The parameters of a tree operation, fixed before its start. Every rank derives the same windows
 * and segments.
 *
 * @param branch this rank's place in the tree
 * @param bytes the length of the message
 * @param segmentBytes the length of every segment except the last
 * @param sendWindow the most open sends per child (ADAPT's N)
 * @param receiveWindow the most open receives per peer (ADAPT's M, more than N)
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
   * Rounds a requested segment size: to a whole number of elements, at least one, and so large that
   * tags can number all segments of a message.
   *
   * <p>All ranks must cut a message in the same way, even if they describe it by different
   * datatypes. If bytes are only moved, it is cut at any byte; if elements are folded, at multiples
   * of their packed size, on which ranks agree.
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

  /** This plan with another place in the tree. */
  TreePlan with(Branch other) {
    return new TreePlan(other, bytes, segmentBytes, sendWindow, receiveWindow);
  }

  /** This plan with the children in the opposite order. */
  public TreePlan reversed() {
    return with(branch.reversed());
  }

  /** The number of segments; an empty message has none. */
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
   * Whether the send of a segment waits for its match, as the last one of each window does. Until
   * then the last send of the following window is not posted, so a late peer holds less than two
   * windows of unmatched segments.
   */
  public boolean isConfirmed(int segment) {
    return segment % sendWindow == sendWindow - 1;
  }

  /**
   * Whether the send of a segment waits for its match, in algorithms without windows: short sends
   * complete at once, and a late peer would have to hold them all.
   */
  public static boolean isConfirmedWithoutWindow(int segment) {
    return segment % MOST_WITHOUT_WINDOW == MOST_WITHOUT_WINDOW - 1;
  }

  public int children() {
    return branch.children().length;
  }
}
