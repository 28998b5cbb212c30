package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.GraphCommunicator;
import io.starling.runtime.Buffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GraphOfEdgesTest {

  private static final int SIZE = 4;

  /**
   * Random edges that one rank gives; some are there twice, and some lead from a rank to itself.
   */
  private record Given(int[] sources, int[] destinations, int[] weights) {
    static Given by(int rank, long seed) {
      Random random = new Random(31 * seed + rank);
      int edges = rank == 2 ? 0 : random.nextInt(12);
      return new Given(
          random.ints(edges, 0, SIZE).toArray(),
          random.ints(edges, 0, SIZE).toArray(),
          random.ints(edges, 0, 100).toArray());
    }
  }

  /** How often a rank is in a list. */
  private static long count(int rank, int... ranks) {
    return IntStream.of(ranks).filter(other -> other == rank).count();
  }

  private static void verify(GraphCommunicator graph, long seed) {
    for (int peer = 0; peer < SIZE; peer++) {
      long out = edges(graph.rank(), peer, seed);
      long in = edges(peer, graph.rank(), seed);
      assertThat(count(peer, graph.destinations())).isEqualTo(out);
      assertThat(count(peer, graph.sources())).isEqualTo(in);
    }
    // Each message says which one of the edges between the same two ranks it takes.
    int[] data = numbered(graph.rank(), false, graph.destinations());
    int[] expected = numbered(graph.rank(), true, graph.sources());
    int[] received = new int[expected.length];
    graph.neighbourAlltoall(Buffer.of(data), Buffer.of(received));
    assertThat(received).isEqualTo(expected);
  }

  /** Each neighbour with its weight, as a graph has them. */
  private static List<List<Integer>> weights(int[] neighbours, int... weights) {
    assertThat(weights).hasSameSizeAs(neighbours);
    return IntStream.range(0, weights.length)
        .mapToObj(i -> List.of(neighbours[i], weights[i]))
        .toList();
  }

  /** The same, from what the ranks gave. */
  private static List<List<Integer>> weights(long seed, boolean arriving, int rank) {
    return IntStream.range(0, SIZE)
        .mapToObj(giver -> Given.by(giver, seed))
        .flatMap(
            given -> {
              int[] own = arriving ? given.destinations : given.sources;
              int[] others = arriving ? given.sources : given.destinations;
              return IntStream.range(0, own.length)
                  .filter(i -> own[i] == rank)
                  .mapToObj(i -> List.of(others[i], given.weights[i]));
            })
        .toList();
  }

  private static long edges(int source, int destination, long seed) {
    return IntStream.range(0, SIZE)
        .mapToObj(rank -> Given.by(rank, seed))
        .flatMap(
            given ->
                IntStream.range(0, given.sources.length)
                    .filter(i -> given.sources[i] == source && given.destinations[i] == destination)
                    .boxed())
        .count();
  }

  private static int[] numbered(int rank, boolean arriving, int... peers) {
    int[] seen = new int[SIZE];
    return IntStream.of(peers)
        .map(peer -> (arriving ? peer : rank) * 1000 + seen[peer]++)
        .toArray();
  }

  @ParameterizedTest
  @EnumSource
  void any_rank_may_give_any_edge(TestFabric fabric) {
    RankTeam.run(
        fabric,
        SIZE,
        world -> {
          for (long seed = 0; seed < 8; seed++) {
            Given given = Given.by(world.rank(), seed);
            try (GraphCommunicator graph =
                world.graphOfEdges(given.sources, given.destinations, false)) {
              assertThat(graph.rank()).isEqualTo(world.rank());
              assertThat(graph.sourceWeights()).hasSameSizeAs(graph.sources());
              assertThat(IntStream.of(graph.sourceWeights())).allMatch(weight -> weight == 1);
              verify(graph, seed);
            }
            try (GraphCommunicator graph =
                world.graphOfEdges(given.sources, given.destinations, given.weights, true)) {
              verify(graph, seed);
              assertThat(weights(graph.sources(), graph.sourceWeights()))
                  .containsExactlyInAnyOrderElementsOf(weights(seed, true, graph.rank()));
              try (GraphCommunicator duplicate = graph.duplicate()) {
                assertThat(weights(duplicate.destinations(), duplicate.destinationWeights()))
                    .containsExactlyInAnyOrderElementsOf(weights(seed, false, graph.rank()));
              }
            }
          }
        });
  }

  @Test
  void a_graph_keeps_nothing_of_the_arrays_that_it_was_made_with() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          int[] sources = {(world.rank() + 2) % 3};
          int[] destinations = {(world.rank() + 1) % 3};
          int[] weights = {5};
          try (GraphCommunicator graph =
              world.graph(sources, weights, destinations, weights, false)) {
            sources[0] = world.rank();
            destinations[0] = world.rank();
            weights[0] = 99;
            assertThat(graph.sourceWeights()).containsExactly(5);
            try (GraphCommunicator duplicate = graph.duplicate()) {
              assertThat(duplicate.sources()).containsExactly((world.rank() + 2) % 3);
              assertThat(duplicate.destinations()).containsExactly((world.rank() + 1) % 3);
            }
          }
        });
  }

  @Test
  void wrong_edges_are_refused_before_anything_is_sent() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          refuses(world, new int[2], new int[1], new int[2], "2 sources, but 1 destination");
          refuses(world, new int[] {2}, new int[1], new int[1], "source 2 is not a rank");
          refuses(world, new int[1], new int[] {-1}, new int[1], "destination -1 is not a rank");
          refuses(world, new int[1], new int[1], new int[2], "weights has 2 values for 1 edge");
          refuses(world, new int[1], new int[1], new int[] {-3}, "weights has the weight -3");
          world.graphOfEdges(new int[0], new int[0], true).close();
        });
  }

  private static void refuses(
      Communicator world, int[] sources, int[] destinations, int[] weights, String words) {
    assertThatThrownBy(() -> world.graphOfEdges(sources, destinations, weights, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rank " + world.rank())
        .hasMessageContaining(words);
  }
}
