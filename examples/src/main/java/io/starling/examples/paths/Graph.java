package io.starling.examples.paths;

import io.starling.examples.program.BadInputException;
import java.util.Arrays;

/**
 * A directed graph with nodes 0 to n - 1 and arcs of non-negative weight, as three parallel arrays.
 */
public final class Graph {

  private final int nodes;
  private final int[] from;
  private final int[] to;
  private final int[] weight;

  Graph(int nodes, int[] from, int[] to, int[] weight) {
    this.nodes = nodes;
    this.from = from;
    this.to = to;
    this.weight = weight;
  }

  public int nodes() {
    return nodes;
  }

  public int arcs() {
    return from.length;
  }

  int[] from() {
    return from;
  }

  int[] to() {
    return to;
  }

  int[] weight() {
    return weight;
  }

  /**
   * Rows {@code first} to {@code first + count - 1} of the distance matrix before any path of two
   * arcs is known. Of parallel arcs the shortest counts; a node's distance to itself is 0.
   */
  public int[][] rows(int first, int count) {
    int[][] rows = new int[count][nodes];
    for (int i = 0; i < count; i++) {
      Arrays.fill(rows[i], FloydWarshall.UNREACHABLE);
    }
    for (int a = 0; a < from.length; a++) {
      int i = from[a] - first;
      if (i >= 0 && i < count) {
        rows[i][to[a]] = Math.min(rows[i][to[a]], weight[a]);
      }
    }
    for (int i = 0; i < count; i++) {
      rows[i][first + i] = 0;
    }
    return rows;
  }

  /**
   * Checks that no shortest path can be as long as {@link FloydWarshall#UNREACHABLE}: it leaves
   * every node at most once, so it is no longer than the sum of the longest arc out of each.
   */
  public void checkThatDistancesFit(String name) throws BadInputException {
    int[] longest = new int[nodes];
    for (int a = 0; a < from.length; a++) {
      longest[from[a]] = Math.max(longest[from[a]], weight[a]);
    }
    long bound = 0;
    for (int arc : longest) {
      bound += arc;
    }
    if (bound >= FloydWarshall.UNREACHABLE) {
      throw new BadInputException(
          "%s: a path could be %d long, distances must stay below %d; use smaller weights"
              .formatted(name, bound, FloydWarshall.UNREACHABLE));
    }
  }
}
