package io.starling.collectives.exchange;

import io.starling.collectives.tree.TreeShape;
import io.starling.collectives.tree.TreeShapes;
import io.starling.topology.Level;
import java.util.function.Function;

/**
 * What can be set of an exchange.
 *
 * @param segmentBytes messages and folds are cut into pieces of this length, whole elements
 * @param sendWindow sends open per peer
 * @param receiveWindow receives open per peer, more than that; also the peers at a time of an
 *     algorithm that limits them
 * @param radix the base of an algorithm that has one
 * @param tree the tree of an algorithm that has one
 * @param levels the tree between the groups of each level, of an algorithm that has them
 */
public record Tuning(
    long segmentBytes,
    int sendWindow,
    int receiveWindow,
    int radix,
    TreeShape tree,
    Function<Level, TreeShape> levels) {

  public Tuning {
    if (sendWindow < 1 || receiveWindow <= sendWindow) {
      throw new IllegalArgumentException(
          "windows must be 1 <= send < receive, not send=%d, receive=%d"
              .formatted(sendWindow, receiveWindow));
    }
  }

  /** One with binomial trees. */
  public Tuning(long segmentBytes, int sendWindow, int receiveWindow, int radix) {
    this(
        segmentBytes,
        sendWindow,
        receiveWindow,
        radix,
        TreeShapes::binomial,
        level -> TreeShapes::binomial);
  }
}
