package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeReport;
import io.starling.topology.layout.NodeTable;
import io.starling.topology.layout.RankSet;
import io.starling.topology.machine.CpuSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** MPI 4.1, chapter 8: what {@code reorder} promises. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReorderedTopologyTest {

  private static final int NODES = 4;
  private static final int SIZE = 16;

  /** Ranks 0 to 3 are on the first node, and so on. */
  private static int node(int rank) {
    return rank * NODES / SIZE;
  }

  private static IntFunction<Layout> layouts() {
    int each = SIZE / NODES;
    List<RankSet> nodes =
        IntStream.range(0, NODES).mapToObj(n -> RankSet.regular(n * each, 1, each)).toList();
    return rank ->
        new Layout(
            NodeTable.of(nodes),
            new NodeReport(
                "",
                "",
                List.of(),
                nodes.get(node(rank)),
                Collections.nCopies(each, CpuSet.EMPTY),
                new int[each][0],
                List.of()));
  }

  private static void run(SpmdProgram program) {
    HockneyNetwork network = new HockneyNetwork(SIZE, 1_000_000, 100);
    Worlds.simulated(new SimulatedFabric(network, Noise.NONE, true), layouts(), program);
  }

  /** Which rank of the world has each rank of a communicator. */
  private static int[] worldRanks(Communicator world, Communicator derived) {
    int[] ranks = new int[derived.size()];
    derived.allgather(Buffer.of(new int[] {world.rank()}), Buffer.of(ranks));
    return ranks;
  }

  private static int edgesBetweenNodes(boolean reorder) {
    AtomicIntegerArray between = new AtomicIntegerArray(SIZE);
    run(
        world -> {
          try (CartesianCommunicator grid =
              world.cartesian(new int[] {4, 4}, new boolean[2], reorder)) {
            int[] ranks = worldRanks(world, grid);
            assertThat(ranks[grid.rank()]).isEqualTo(world.rank());
            for (int neighbour : grid.destinations()) {
              if (neighbour >= 0 && node(ranks[neighbour]) != node(world.rank())) {
                between.incrementAndGet(world.rank());
              }
            }
          }
        });
    return IntStream.range(0, SIZE).map(between::get).sum();
  }

  @Test
  void a_grid_has_square_parts_on_each_node() {
    assertThat(edgesBetweenNodes(false)).isEqualTo(2 * 12);
    assertThat(edgesBetweenNodes(true)).isEqualTo(2 * 8);
  }

  @Test
  void neighbours_of_a_reordered_grid_exchange_their_ranks() {
    run(
        world -> {
          try (CartesianCommunicator grid =
              world.cartesian(new int[] {4, 4}, new boolean[] {true, true}, true)) {
            int[] heard = new int[4];
            grid.neighbourAllgather(Buffer.of(new int[] {grid.rank()}), Buffer.of(heard));
            assertThat(heard).isEqualTo(grid.sources());
            assertThat(grid.rank(grid.coordinates())).isEqualTo(grid.rank());
          }
        });
  }

  @Test
  void a_grid_leaves_ranks_over_also_if_it_is_reordered() {
    run(
        world -> {
          CartesianCommunicator grid = world.cartesian(new int[] {3, 4}, new boolean[2], true);
          assertThat(grid == null).isEqualTo(world.rank() >= 12);
          if (grid != null) {
            assertThat(grid.size()).isEqualTo(12);
            grid.close();
          }
        });
  }

  @Test
  void ranks_that_exchange_much_share_a_node() {
    run(
        world -> {
          // Much from rank r to r + 8 and back, little to the next one.
          int far = (world.rank() + SIZE / 2) % SIZE;
          int next = (world.rank() + 1) % SIZE;
          int before = (world.rank() + SIZE - 1) % SIZE;
          try (GraphCommunicator graph =
              world.graph(
                  new int[] {far, before},
                  new int[] {100, 1},
                  new int[] {far, next},
                  new int[] {100, 1},
                  true)) {
            int[] ranks = worldRanks(world, graph);
            int itsFar = (graph.rank() + SIZE / 2) % SIZE;
            assertThat(graph.destinations()).containsExactly(itsFar, (graph.rank() + 1) % SIZE);
            assertThat(node(ranks[itsFar])).isEqualTo(node(world.rank()));
            int[] heard = new int[2];
            graph.neighbourAllgather(Buffer.of(new int[] {graph.rank()}), Buffer.of(heard));
            assertThat(heard).isEqualTo(graph.sources());
          }
        });
  }

  @Test
  void ranks_that_do_not_ask_stay() {
    run(
        world -> {
          try (GraphCommunicator graph =
              world.graph(new int[] {world.rank()}, new int[] {world.rank()})) {
            assertThat(graph.rank()).isEqualTo(world.rank());
          }
        });
  }

  @Test
  void weights_that_do_not_fit_are_refused() {
    run(
        world -> {
          int[] self = {world.rank()};
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.graph(self, new int[2], self, new int[] {1}, true))
              .withMessageContaining("sourceWeights has 2 values for 1 neighbour");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.graph(self, new int[] {1}, self, new int[] {-1}, true))
              .withMessageContaining("destinationWeights has the weight -1");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.graph(self, null, self, new int[] {1}, true))
              .withMessageContaining("sourceWeights");
        });
  }
}
