package io.starling.bench.topo;

import io.starling.topology.Level;
import java.util.Objects;

/**
 * A parent and one of its children in a communication tree. In lists the edges of a parent stand in
 * the order in which it serves its children.
 *
 * @param from the parent's rank
 * @param to the child's rank
 * @param level the level between them
 */
public record Edge(int from, int to, Level level) {

  /** Checks the ranks. */
  public Edge {
    Objects.requireNonNull(level, "level");
    if (from < 0 || to < 0 || from == to) {
      throw new IllegalArgumentException("no edge from rank " + from + " to rank " + to);
    }
  }
}
