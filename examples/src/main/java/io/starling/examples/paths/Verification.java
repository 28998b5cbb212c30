package io.starling.examples.paths;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.Optional;

/** Compares the distributed result with the sequential one, at rank 0. */
public final class Verification {

  private static final int TAG = 1;

  private Verification() {}

  /**
   * Runs on all ranks.
   *
   * @return at rank 0 the first difference, if there is one; empty on the others
   */
  public static Optional<String> firstDifference(
      Communicator world, RowBlocks blocks, Graph graph, int[][] rows) {
    if (world.rank() != 0) {
      for (int[] row : rows) {
        world.send(Buffer.of(row), 0, TAG);
      }
      return Optional.empty();
    }
    int[][] expected = graph.rows(0, graph.nodes());
    FloydWarshall.solve(expected);
    Optional<String> difference = Optional.empty();
    int[] received = new int[graph.nodes()];
    for (int i = 0; i < graph.nodes(); i++) {
      int owner = blocks.owner(i);
      if (owner != 0) {
        world.receive(Buffer.of(received), owner, TAG);
      }
      if (difference.isEmpty()) {
        difference = compare(i, owner, owner == 0 ? rows[i] : received, expected[i]);
      }
    }
    return difference;
  }

  private static Optional<String> compare(int node, int owner, int[] actual, int[] expected) {
    int j = Arrays.mismatch(actual, expected);
    return j < 0
        ? Optional.empty()
        : Optional.of(
            "the distance from node %d to node %d is %s on rank %d, the sequential algorithm says %s"
                .formatted(node + 1, j + 1, text(actual[j]), owner, text(expected[j])));
  }

  private static String text(int distance) {
    return distance == FloydWarshall.UNREACHABLE ? "unreachable" : Integer.toString(distance);
  }
}
