package io.starling.objects.reduce;

import io.starling.objects.protocol.Lane;
import io.starling.objects.transfer.LinkEstimate;
import java.util.stream.IntStream;

/**
 * The shape of a reduce (Hoplite, section 4.3): a complete tree of degree d, whose positions are
 * taken in order of arrival. A node comes after its first child and before the others, so an early
 * source never waits for the place of a late one.
 *
 * <pre>
 *      d = 1                 d = 2, six sources               d = n
 *                                  0
 *   0 <- 1 <- 2 <- 3           1       2                        0
 *   arrivals: 3, 2, 1, 0     3   4   5                      1 2 3 4 5
 *                          arrivals: 3, 1, 4, 0, 5, 2     arrivals: 1, 0, 2, 3, 4, 5
 * </pre>
 */
final class ReduceTree {

  private final int size;
  private final int degree;
  private final int[] byArrival;

  /**
   * @param size the number of sources
   * @param degree the most children of a node; at least 1
   */
  ReduceTree(int size, int degree) {
    this.size = size;
    this.degree = degree;
    this.byArrival = new int[size];
    order();
  }

  /**
   * The tree that ends first.
   *
   * @param size the number of sources
   * @param bytes of each source
   */
  static ReduceTree fastest(int size, long bytes, LinkEstimate links) {
    int best = 1;
    for (int degree : new int[] {2, Math.max(1, size - 1)}) {
      if (nanoseconds(size, degree, bytes, links) < nanoseconds(size, best, bytes, links)) {
        best = degree;
      }
    }
    return new ReduceTree(size, best);
  }

  /**
   * How long a reduce takes: a node's link carries its children's data one after the other, and
   * each hop begins a chunk later.
   */
  static double nanoseconds(int size, int degree, long bytes, LinkEstimate links) {
    double chunk = Math.min(bytes, Lane.stripe(bytes)) / links.bytesPerNanosecond();
    double transfer = bytes / links.bytesPerNanosecond();
    int hops = 0;
    for (int position = size - 1; position > 0; position = (position - 1) / degree) {
      hops++;
    }
    return hops * (links.latency() + degree * chunk) + Math.min(degree, size - 1) * transfer;
  }

  int size() {
    return size;
  }

  int degree() {
    return degree;
  }

  /** The position of the i-th source. */
  int positionOfArrival(int i) {
    return byArrival[i];
  }

  /** The parent of a position; -1 for the root, which is position 0. */
  int parent(int position) {
    return position == 0 ? -1 : (position - 1) / degree;
  }

  /** Whether a position has no children. */
  boolean isLeaf(int position) {
    return children(position).findAny().isEmpty();
  }

  /** The children of a position, the first first. */
  IntStream children(int position) {
    long first = (long) position * degree + 1;
    return first >= size
        ? IntStream.empty()
        : IntStream.range((int) first, (int) Math.min(size, first + degree));
  }

  private int childCount(int position) {
    return (int) children(position).count();
  }

  /**
   * First child, node, other children; with a stack of its own, as a chain is as deep as it is
   * long.
   */
  private void order() {
    int[] stack = new int[size];
    int[] visited = new int[size];
    int arrivals = 0;
    int top = 0;
    while (top >= 0) {
      int position = stack[top];
      int children = childCount(position);
      if (visited[position] == Math.min(1, children)) {
        byArrival[arrivals++] = position;
      }
      if (visited[position] < children) {
        stack[++top] = position * degree + 1 + visited[position]++;
      } else {
        top--;
      }
    }
  }
}
