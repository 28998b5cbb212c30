package io.starling.bench.topo;

import io.starling.topology.Level;

/**
 * The way of an edge over the board.
 *
 * @param edge whose it is
 * @param corners the seat of the parent, each cell in which it turns, the seat of the child; row
 *     times columns plus column
 */
record Route(Edge edge, int[] corners) {

  /** Edges of one parent and one lane share their way as far as they can, like branches a trunk. */
  record Trunk(int from, Level level) {}

  Trunk trunk() {
    return new Trunk(edge.from(), edge.level());
  }
}
