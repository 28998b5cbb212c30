package io.starling.collectives.shelf;

import io.starling.collectives.tree.Branch;
import io.starling.collectives.tree.TreeShape;

/**
 * From which shelf a group gets the segments of a broadcast, and which groups get them from it. The
 * root's group comes first in its node, then the others in their order. The first group of a node
 * is in the tree of nodes.
 *
 * <pre>
 * node of the root    root's group > group 0 > group 1 ...
 *                                     |
 * other nodes                       group 0 > group 1 ...
 * </pre>
 *
 * @param isSource whether the root is in this group
 * @param parentNode the node from whose first group it gets them, or {@link Branch#NONE}
 * @param parentGroup the group of this node from which it gets them, or {@link Branch#NONE}
 * @param childGroup the group of this node that gets them from it, or {@link Branch#NONE}
 * @param childNodes the nodes whose first groups get them from it
 */
record Route(boolean isSource, int parentNode, int parentGroup, int childGroup, int... childNodes) {

  /** No nodes. */
  static final int[] NO_NODES = {};

  /** The route of a rank's group. */
  static Route of(Groups groups, TreeShape between, int root) {
    int rootNode = groups.nodes().nodeOf(root);
    Branch branch = between.branch(groups.node(), groups.nodes().nodes(), rootNode);
    boolean isRootNode = rootNode == groups.node();
    int first = isRootNode ? groups.groupOf(root) : 0;
    int own = groups.own();
    int before = own == first ? Branch.NONE : before(own, first);
    return new Route(
        isRootNode && own == first,
        own == first && !isRootNode ? branch.parent() : Branch.NONE,
        before,
        after(own, first, groups.here().size()),
        own == 0 ? branch.children() : NO_NODES);
  }

  /** In the order {@code first, 0, 1 ...} without a second {@code first}. */
  private static int before(int group, int first) {
    int before = group - 1 == first ? group - 2 : group - 1;
    return before < 0 ? first : before;
  }

  private static int after(int group, int first, int count) {
    int next = group == first ? 0 : group + 1;
    int after = next == first ? next + 1 : next;
    return after < count ? after : Branch.NONE;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
