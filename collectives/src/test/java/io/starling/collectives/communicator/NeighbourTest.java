package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.GraphCommunicator;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NeighbourTest {

  private static final int NOBODY = Communicator.PROC_NULL;

  private static int[] ints(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0", "1, 1, 1", "2, 2, 0", "2, 2, 1", "3, 3, 1", "5, 5, 0",
    "1, 1 1, 1 1", "2, 1 2, 1 1", "4, 2 2, 1 1", "4, 2 2, 0 1", "6, 2 3, 1 0", "6, 3 2, 0 0",
    "8, 2 2 2, 1 1 1", "8, 2 2 2, 0 0 0", "12, 3 1 4, 1 1 0", "12, 3 2 2, 1 0 1", "13, 13 1, 1 1"
  })
  void on_a_grid_blocks_come_from_both_sides_of_each_dimension(
      int ranks, String dimensions, String rings) {
    int[] lengths = ints(dimensions);
    boolean[] periodic = new boolean[lengths.length];
    for (int i = 0; i < lengths.length; i++) {
      periodic[i] = ints(rings)[i] == 1;
    }
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        ranks,
        world -> {
          try (CartesianCommunicator grid = world.cartesian(lengths, periodic);
              CartesianCommunicator twin = grid.duplicate()) {
            for (int count : new int[] {0, 1, 40}) {
              NeighbourCases.onGrid(grid, count).check();
            }
            String segments = "neighbour-alltoall=linear,segment=24,send-window=1,receive-window=2";
            NeighbourCases.onGrid(twin.withAlgorithm(segments), 40).check();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void on_a_graph_each_edge_carries_a_block_also_repeated_ones_and_to_oneself(TestFabric fabric) {
    List<int[]> edges =
        List.of(
            new int[] {0, 1},
            new int[] {0, 1},
            new int[] {2, 2},
            new int[] {1, 0},
            new int[] {2, 0},
            new int[] {2, 2},
            new int[] {0, 1},
            new int[] {2, 1});
    RankTeam.run(fabric, 4, world -> checkGraph(world, edges));
  }

  @Test
  void on_any_graph_each_edge_carries_a_block() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    SplittableRandom chance = new SplittableRandom(seed);
    for (int round = 0; round < 20; round++) {
      int ranks = 1 + chance.nextInt(6);
      List<int[]> edges =
          IntStream.range(0, chance.nextInt(3 * ranks))
              .mapToObj(_ -> new int[] {chance.nextInt(ranks), chance.nextInt(ranks)})
              .toList();
      try {
        RankTeam.run(TestFabric.ADVERSARIAL, ranks, world -> checkGraph(world, edges));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
  }

  private static void checkGraph(Communicator world, List<int[]> edges) {
    int rank = world.rank();
    int[] sources = edges.stream().filter(e -> e[1] == rank).mapToInt(e -> e[0]).toArray();
    int[] destinations = edges.stream().filter(e -> e[0] == rank).mapToInt(e -> e[1]).toArray();
    try (GraphCommunicator graph = world.graph(sources, destinations);
        GraphCommunicator twin = graph.duplicate()) {
      assertThat(graph.sources()).containsExactly(sources);
      assertThat(twin.destinations()).containsExactly(destinations);
      for (int count : new int[] {0, 1, 40}) {
        NeighbourCases.onGraph(graph, edges, count).check();
      }
      NeighbourCases.onGraph(twin.withAlgorithm("neighbour-allgather=linear,segment=24"), edges, 9)
          .check();
    }
  }

  @Test
  void blocks_of_neighbours_beyond_the_edge_are_not_touched() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (CartesianCommunicator line = world.cartesian(new int[] {0}, new boolean[1])) {
            int[] data = {10 + line.rank(), 20 + line.rank()};
            int[] result = {-1, -2};
            line.neighbourAlltoall(Buffer.of(data), Buffer.of(result));
            assertThat(line.sources()).isEqualTo(line.destinations());
            if (line.rank() == 0) {
              assertThat(line.sources()).containsExactly(NOBODY, 1);
              assertThat(result).containsExactly(-1, 11);
            } else {
              assertThat(line.sources()).containsExactly(0, NOBODY);
              assertThat(result).containsExactly(20, -2);
            }
          }
        });
  }

  @Test
  void in_a_ring_of_two_each_side_meets_the_other_side() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (CartesianCommunicator ring = world.cartesian(new int[] {2}, new boolean[] {true})) {
            int other = 1 - ring.rank();
            int[] result = new int[2];
            ring.neighbourAlltoall(
                Buffer.of(new int[] {10 + ring.rank(), 20 + ring.rank()}), Buffer.of(result));
            assertThat(result).containsExactly(20 + other, 10 + other);
          }
        });
  }

  @Test
  void a_rank_without_neighbours_takes_part() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          int[] nobody = {};
          boolean isAlone = world.rank() == 2;
          int[] other = isAlone ? nobody : new int[] {1 - world.rank()};
          try (GraphCommunicator graph = world.graph(other, other)) {
            long[] result = new long[other.length];
            graph.neighbourAllgather(Buffer.of(new long[] {graph.rank()}), Buffer.of(result));
            graph.neighbourAlltoall(
                isAlone ? Buffer.EMPTY : Buffer.of(new long[] {graph.rank()}), Buffer.of(result));
            assertThat(result).containsExactly(isAlone ? new long[0] : new long[] {other[0]});
            graph.barrier();
          }
        });
  }

  @Test
  void a_sink_takes_what_a_source_gives() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          int[] zero = {0};
          int[] one = {1};
          int[] nobody = {};
          boolean gives = world.rank() == 0;
          try (GraphCommunicator graph = world.graph(gives ? nobody : zero, gives ? one : nobody)) {
            int[] result = new int[gives ? 0 : 3];
            Buffer data = gives ? Buffer.of(new int[] {7, 8, 9}) : Buffer.of(new int[0]);
            graph.neighbourAlltoall(data, Buffer.of(result));
            assertThat(result).containsExactly(gives ? new int[0] : new int[] {7, 8, 9});
          }
        });
  }

  @Test
  void wrong_buffers_and_counts_are_refused_by_name() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          try (CartesianCommunicator ring = world.cartesian(new int[] {1}, new boolean[] {true})) {
            Buffer one = Buffer.of(new int[1]);
            Buffer two = Buffer.of(new int[2]);
            Buffer three = Buffer.of(new int[3]);
            Counts counts = Counts.of(1, 1);
            refused(() -> ring.neighbourAllgather(one, three), "result must have 4 bytes", "2");
            refused(() -> ring.neighbourAllgather(Buffer.IN_PLACE, two), "IN_PLACE");
            refused(() -> ring.neighbourAllgather(one, Buffer.IN_PLACE), "IN_PLACE");
            refused(() -> ring.neighbourAllgather(Buffer.EMPTY, two), "result must have 0 bytes");
            refused(() -> ring.neighbourAlltoall(three, two), "3 elements", "2 neighbours");
            refused(() -> ring.neighbourAlltoall(two, three), "result must have 4 bytes");
            refused(() -> ring.neighbourAlltoall(two, two), "overlap; they must not share memory");
            refused(
                () -> ring.neighbourAllgatherv(one, two, Counts.of(1)),
                "1 count for",
                "2 neighbours");
            refused(
                () -> ring.neighbourAllgatherv(one, Buffer.of(new int[1]), counts),
                "neighbour 1's block");
            refused(
                () ->
                    ring.neighbourAllgatherv(
                        one, two, Counts.of(new long[] {1, 1}, new long[] {0, 0})),
                "neighbours 0 and 1 overlap");
            refused(
                () -> ring.neighbourAllgatherv(one, three, Counts.of(2, 1)),
                "4 bytes to itself as neighbour 1, but receives 8 from itself as neighbour 0");
            refused(
                () -> ring.neighbourAlltoallv(three, Counts.of(1, 2), two, counts),
                "8 bytes to itself as neighbour 1, but receives 4 from itself as neighbour 0");
            refused(
                () -> ring.neighbourAlltoallv(two, Counts.of(1, -1), three, counts),
                "block 1 has -1 elements at displacement 1; neither may be negative");
          }
        });
  }

  private static void refused(Runnable call, String... parts) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void a_grid_is_closed_as_any_derived_communicator_and_refuses_calls_then() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          CartesianCommunicator line = world.cartesian(new int[] {2}, new boolean[1]);
          line.close();
          line.close();
          assertThatThrownBy(
                  () -> line.neighbourAllgather(Buffer.of(new int[1]), Buffer.of(new int[2])))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
        });
  }
}
