package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.CartesianCommunicator.Shift;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TopologiesTest {

  private static final int NOBODY = Communicator.PROC_NULL;

  private static void refused(Communicator world, Consumer<Communicator> call, String... parts) {
    assertThatThrownBy(() -> call.accept(world))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank " + world.rank())
        .hasMessageContainingAll(parts);
  }

  @Test
  void ranks_are_on_the_grid_in_row_major_order() {
    RankTeam.run(
        TestFabric.LOCAL,
        6,
        world -> {
          try (CartesianCommunicator grid =
              world.cartesian(new int[] {2, 3}, new boolean[] {false, true}, true)) {
            assertThat(grid.rank()).isEqualTo(world.rank());
            assertThat(grid.dimensions()).containsExactly(2, 3);
            assertThat(grid.periodic()).containsExactly(false, true);
            assertThat(grid.coordinates()).containsExactly(grid.rank() / 3, grid.rank() % 3);
            assertThat(grid.coordinates(5)).containsExactly(1, 2);
            assertThat(grid.rank(new int[] {1, 2})).isEqualTo(5);
            assertThat(grid.rank(new int[] {1, -1})).isEqualTo(5);
            assertThat(grid.rank(new int[] {0, 7})).isEqualTo(1);
            refused(grid, it -> grid.rank(new int[] {2, 0}), "[2, 0]", "are outside the grid");
            refused(grid, it -> grid.rank(new int[] {1}), "coordinates has 1 values");
            refused(grid, it -> grid.coordinates(6), "rank 6", "0 to 5");
          }
        });
  }

  @Test
  void a_shift_ends_at_an_edge_and_goes_round_a_ring() {
    RankTeam.run(
        TestFabric.LOCAL,
        6,
        world -> {
          try (CartesianCommunicator grid =
              world.cartesian(new int[] {2, 3}, new boolean[] {false, true})) {
            int row = grid.rank() / 3;
            int column = grid.rank() % 3;
            assertThat(grid.shift(0, 1))
                .isEqualTo(
                    new Shift(
                        row == 0 ? NOBODY : grid.rank() - 3, row == 1 ? NOBODY : grid.rank() + 3));
            assertThat(grid.shift(0, -1))
                .isEqualTo(new Shift(grid.shift(0, 1).destination(), grid.shift(0, 1).source()));
            assertThat(grid.shift(1, 1))
                .isEqualTo(new Shift(3 * row + (column + 2) % 3, 3 * row + (column + 1) % 3));
            assertThat(grid.shift(1, 0)).isEqualTo(new Shift(grid.rank(), grid.rank()));
            assertThat(grid.shift(0, Integer.MIN_VALUE)).isEqualTo(new Shift(NOBODY, NOBODY));
            assertThat(grid.shift(1, Integer.MIN_VALUE).destination())
                .isEqualTo(3 * row + Math.floorMod(column + Integer.MIN_VALUE, 3));
            refused(grid, it -> grid.shift(2, 1), "dimension 2", "[2, 3]");
            refused(grid, it -> grid.shift(-1, 1), "dimension -1");
          }
        });
  }

  @Test
  void rows_columns_and_single_ranks_are_grids_too() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        12,
        world -> {
          try (CartesianCommunicator grid =
                  world.cartesian(new int[] {2, 3, 2}, new boolean[] {false, true, false});
              CartesianCommunicator planes = grid.sub(false, true, true);
              CartesianCommunicator rings = grid.sub(false, true, false);
              CartesianCommunicator alone = grid.sub(false, false, false)) {
            assertThat(planes.dimensions()).containsExactly(3, 2);
            assertThat(planes.rank()).isEqualTo(grid.rank() % 6);
            assertThat(rings.periodic()).containsExactly(true);
            assertThat(rings.rank()).isEqualTo(grid.coordinates()[1]);
            assertThat(alone.size()).isEqualTo(1);
            assertThat(alone.sources()).isEmpty();
            NeighbourCases.onGrid(planes, 5).check();
            NeighbourCases.onGrid(rings, 5).check();
            NeighbourCases.onGrid(alone, 5).check();
            refused(grid, it -> grid.sub(true, false), "remaining has 2 values", "[2, 3, 2]");
          }
        });
  }

  @Test
  void zeros_are_chosen_and_ranks_left_over_get_none() {
    RankTeam.run(
        TestFabric.LOCAL,
        6,
        world -> {
          try (CartesianCommunicator plane = world.cartesian(new int[2], new boolean[2]);
              CartesianCommunicator small = world.cartesian(new int[] {2, 2}, new boolean[2]);
              CartesianCommunicator point = world.cartesian(new int[0], new boolean[0])) {
            assertThat(plane.dimensions()).containsExactly(3, 2);
            assertThat(small == null).isEqualTo(world.rank() >= 4);
            assertThat(point == null).isEqualTo(world.rank() >= 1);
          }
        });
  }

  @Test
  void a_grid_that_does_not_fit_is_refused() {
    RankTeam.run(
        TestFabric.LOCAL,
        4,
        world -> {
          boolean[] open = new boolean[2];
          refused(world, it -> it.cartesian(new int[] {2, 3}, open), "[2, 3]", "6", "4");
          refused(world, it -> it.cartesian(new int[] {3, 0}, open), "4 ranks", "multiple of 3");
          refused(world, it -> it.cartesian(new int[] {-1, 4}, open), "-1 is negative");
          refused(world, it -> it.cartesian(new int[] {1 << 16, 1 << 16}, open), "but there are 4");
          refused(
              world, it -> it.cartesian(new int[] {4}, open), "dimensions has 1", "periodic has 2");
          world.barrier();
        });
  }

  @Test
  void a_graph_with_edges_from_nowhere_is_refused() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          int[] nobody = {};
          int[] itself = {world.rank()};
          refused(world, it -> it.graph(new int[] {2}, nobody), "source 2", "0 to 1");
          refused(world, it -> it.graph(nobody, new int[] {-1}), "destination -1");
          refused(world, it -> it.graph(nobody, new int[] {NOBODY}), "destination -2");
          refused(world, it -> it.graph(itself, nobody), "1 time among", "0 times");
          world.barrier();
        });
  }

  @Test
  void under_check_ranks_that_do_not_agree_on_an_edge_are_told() {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 2)) {
      team.run(
          world -> {
            int[] other = {1 - world.rank()};
            world.graph(other, other).close();
            if (world.rank() == 0) {
              refused(
                  world,
                  it -> it.graph(new int[] {1, 1}, other),
                  "rank 1 is 2 times among its sources, but has it 1 time among");
            } else {
              world.graph(other, other).close();
            }
            world.barrier();
          });
    }
  }

  @Test
  void under_check_ranks_with_different_grids_are_told() {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 2)) {
      team.run(
          world ->
              assertThatThrownBy(
                      () -> world.cartesian(new int[] {2}, new boolean[] {world.rank() == 0}))
                  .hasMessageContainingAll("cartesian([2], [true])", "cartesian([2], [false])"));
    }
  }

  @Test
  void chosen_algorithms_go_along_and_other_collectives_work() {
    RankTeam.run(
        TestFabric.LOCAL,
        4,
        world -> {
          Communicator chosen = world.withAlgorithm("allgather=bruck");
          try (CartesianCommunicator grid = chosen.cartesian(new int[2], new boolean[2]);
              CartesianCommunicator twin = grid.duplicate();
              Communicator half = grid.split(grid.rank() / 2, 0)) {
            assertThat(grid.algorithmFor("allgather", 8)).startsWith("bruck");
            assertThat(twin.withAlgorithm("allgather=ring").algorithmFor("allgather", 8))
                .startsWith("ring");
            int[] all = new int[4];
            twin.allgather(Buffer.of(new int[] {twin.rank()}), Buffer.of(all));
            assertThat(all).containsExactly(0, 1, 2, 3);
            assertThat(half.size()).isEqualTo(2);
          }
        });
  }
}
