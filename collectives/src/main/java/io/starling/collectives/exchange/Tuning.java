package io.starling.collectives.exchange;

import io.starling.collectives.tree.TreeShape;
import io.starling.collectives.tree.TreeShapes;
import io.starling.topology.Level;
import java.util.function.Function;

/**
 * The parameters of an exchange.
 *
 * @param segmentBytes messages and folds are cut into pieces of this length, whole elements
 * @param sendWindow the most open sends per peer
 * @param receiveWindow the most open receives per peer, more than {@code sendWindow}; also the most
 *     peers at a time, for algorithms that limit them
 * @param radix the radix, for algorithms that have one
 * @param tree the tree, for algorithms that have one
 * @param levels the tree between the groups of each level, for algorithms with levels
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

  /** Parameters with binomial trees. */
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
