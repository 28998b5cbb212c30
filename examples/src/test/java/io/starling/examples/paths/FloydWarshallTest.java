package io.starling.examples.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloydWarshallTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void distances_are_those_of_the_shortest_of_all_simple_paths(int nodes) {
    for (long seed = 0; seed < 20; seed++) {
      int[][] arcs = sparse(nodes, seed).rows(0, nodes);
      int[][] distances = sparse(nodes, seed).rows(0, nodes);
      FloydWarshall.solve(distances);
      for (int from = 0; from < nodes; from++) {
        for (int to = 0; to < nodes; to++) {
          assertThat(distances[from][to])
              .as("seed %d, from %d to %d", seed, from, to)
              .isEqualTo(shortest(arcs, from, to, 1 << from));
        }
      }
    }
  }

  @Test
  void what_no_path_leads_to_stays_unreachable() {
    GraphBuilder graph = new GraphBuilder(3);
    graph.add(0, 1, FloydWarshall.UNREACHABLE - 1);
    int[][] distances = graph.build().rows(0, 3);
    FloydWarshall.solve(distances);
    assertThat(distances[0][1]).isEqualTo(FloydWarshall.UNREACHABLE - 1);
    assertThat(distances[0][2]).isEqualTo(FloydWarshall.UNREACHABLE);
    assertThat(distances[1][0]).isEqualTo(FloydWarshall.UNREACHABLE);
  }

  @Test
  void in_a_generated_graph_every_node_reaches_every_other() {
    int[][] distances = RandomGraph.generate(50, 3).rows(0, 50);
    FloydWarshall.solve(distances);
    for (int[] row : distances) {
      for (int distance : row) {
        assertThat(distance).isLessThan(FloydWarshall.UNREACHABLE);
      }
    }
  }

  @Test
  void a_generated_graph_depends_on_its_seed_alone() {
    assertThat(RandomGraph.generate(20, 5).rows(0, 20))
        .isDeepEqualTo(RandomGraph.generate(20, 5).rows(0, 20));
    assertThat(RandomGraph.generate(20, 5).weight())
        .isNotEqualTo(RandomGraph.generate(20, 6).weight());
  }

  @Test
  void every_row_has_one_owner() {
    for (int rows = 1; rows < 20; rows++) {
      for (int ranks = 1; ranks < 25; ranks++) {
        RowBlocks blocks = new RowBlocks(rows, ranks);
        int next = 0;
        for (int rank = 0; rank < ranks; rank++) {
          assertThat(blocks.first(rank)).isEqualTo(next);
          for (int i = 0; i < blocks.count(rank); i++) {
            assertThat(blocks.owner(next++)).isEqualTo(rank);
          }
        }
        assertThat(next).isEqualTo(rows);
      }
    }
  }

  private static int shortest(int[][] arcs, int from, int to, int visited) {
    if (from == to) {
      return 0;
    }
    int best = FloydWarshall.UNREACHABLE;
    for (int next = 0; next < arcs.length; next++) {
      if ((visited & 1 << next) == 0 && arcs[from][next] < FloydWarshall.UNREACHABLE) {
        best = Math.min(best, arcs[from][next] + shortest(arcs, next, to, visited | 1 << next));
      }
    }
    return best;
  }

  private static Graph sparse(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    GraphBuilder graph = new GraphBuilder(nodes);
    for (int a = 0; a < 2 * nodes; a++) {
      graph.add(random.nextInt(nodes), random.nextInt(nodes), random.nextInt(10));
    }
    return graph.build();
  }
}
