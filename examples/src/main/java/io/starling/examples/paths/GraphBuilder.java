package io.starling.examples.paths;

import java.util.Arrays;

/** Collects arcs. */
final class GraphBuilder {

  private final int nodes;
  private int[] from = new int[1024];
  private int[] to = new int[1024];
  private int[] weight = new int[1024];
  private int arcs;

  GraphBuilder(int nodes) {
    this.nodes = nodes;
  }

  /** Nodes count from 0. */
  void add(int source, int target, int length) {
    if (arcs == from.length) {
      int larger = Math.multiplyExact(arcs, 2);
      from = Arrays.copyOf(from, larger);
      to = Arrays.copyOf(to, larger);
      weight = Arrays.copyOf(weight, larger);
    }
    from[arcs] = source;
    to[arcs] = target;
    weight[arcs++] = length;
  }

  Graph build() {
    return new Graph(
        nodes, Arrays.copyOf(from, arcs), Arrays.copyOf(to, arcs), Arrays.copyOf(weight, arcs));
  }
}
