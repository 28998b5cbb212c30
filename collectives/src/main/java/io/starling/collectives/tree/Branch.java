package io.starling.collectives.tree;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One rank's place in a tree.
 *
 * @param parent the parent, or {@link #NONE} at the root
 * @param children the children, in the order in which they are served
 */
public record Branch(int parent, int... children) {

  /** No parent. */
  public static final int NONE = -1;

  public boolean isRoot() {
    return parent == NONE;
  }

  public boolean isLeaf() {
    return children.length == 0;
  }

  /** The same place with the children in the opposite order. */
  public Branch reversed() {
    int last = children.length - 1;
    return new Branch(
        parent, IntStream.rangeClosed(0, last).map(child -> children[last - child]).toArray());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Branch branch
        && branch.parent == parent
        && Arrays.equals(branch.children, children);
  }

  @Override
  public int hashCode() {
    return 31 * parent + Arrays.hashCode(children);
  }

  @Override
  public String toString() {
    return "Branch[" + parent + " > " + Arrays.toString(children) + "]";
  }
}
