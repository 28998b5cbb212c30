package io.starling.examples.paths;

import java.util.SplittableRandom;

/**
 * A random graph that depends on its size and seed alone, so that every rank makes the same one.
 */
public final class RandomGraph {

  private static final int ARCS_PER_NODE = 8;
  private static final int LONGEST_ARC = 1000;

  private RandomGraph() {}

  /** Each node has one arc to the next, so that all are reachable, and seven to random nodes. */
  public static Graph generate(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    GraphBuilder graph = new GraphBuilder(nodes);
    for (int node = 0; node < nodes; node++) {
      graph.add(node, (node + 1) % nodes, random.nextInt(1, LONGEST_ARC + 1));
      for (int a = 1; a < ARCS_PER_NODE; a++) {
        graph.add(node, random.nextInt(nodes), random.nextInt(1, LONGEST_ARC + 1));
      }
    }
    return graph.build();
  }
}
