package io.starling.topology.locality;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Disjoint groups that are joined step by step. */
final class Groups {

  private final int[] parents;
  private final int[] members;

  /** Groups of one. */
  Groups(int size) {
    parents = IntStream.range(0, size).toArray();
    members = new int[size];
    Arrays.fill(members, 1);
  }

  private int root(int element) {
    int at = element;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** Makes the groups of two elements one. */
  void join(int one, int other) {
    int root = root(one);
    int joined = root(other);
    if (root != joined) {
      parents[joined] = root;
      members[root] += members[joined];
    }
  }

  /** The size of the group of an element. */
  int sizeOf(int element) {
    return members[root(element)];
  }

  /** The sizes of all groups. */
  int[] sizes() {
    return IntStream.range(0, parents.length)
        .filter(element -> parents[element] == element)
        .map(element -> members[element])
        .toArray();
  }
}
