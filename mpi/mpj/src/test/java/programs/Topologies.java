package programs;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.MPI;
import mpi.ShiftParms;

/** Grids and graphs. */
public final class Topologies {

  private static int rank;
  private static int size;

  private Topologies() {}

  /** Runs with any number of ranks; six and eight have the most to check. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    dimensions();
    if (size >= 6) {
      grid();
    }
    ring();
    graph();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("topologies: right");
    }
    MPI.Finalize();
  }

  private static void chosen(int nodes, int[] given, int... expected) {
    Cartcomm.Dims_create(nodes, given);
    Check.equal(expected, given, "dimensions of " + nodes);
  }

  private static void dimensions() {
    chosen(6, new int[] {0, 0}, 3, 2);
    chosen(6, new int[] {2, 0}, 2, 3);
    chosen(6, new int[] {0, 0, 0}, 3, 2, 1);
    chosen(7, new int[] {0, 0}, 7, 1);
    chosen(12, new int[] {0, 0}, 4, 3);
    chosen(16, new int[] {0, 4}, 4, 4);
    chosen(1, new int[] {0}, 1);
    Check.fails(() -> Cartcomm.Dims_create(7, new int[] {2, 0}), "7 in rows of 2");
    Check.fails(
        () -> MPI.COMM_WORLD.Create_cart(new int[] {size + 1}, new boolean[1], false),
        "a grid that is too large");
    Check.fails(
        () -> MPI.COMM_WORLD.Create_cart(new int[] {-1}, new boolean[1], false),
        "a negative dimension");
    Check.fails(
        () -> MPI.COMM_WORLD.Create_graph(new int[size + 1], new int[0], false),
        "a graph that is too large");
  }

  private static void grid() {
    int[] lengths = {2, 3};
    boolean[] rings = {false, true};
    Cartcomm grid = MPI.COMM_WORLD.Create_cart(lengths, rings, false);
    Check.equal(rank >= 6, grid == null, "ranks outside the grid");
    if (grid == null) {
      return;
    }
    Check.equal(MPI.CART, grid.Topo_test(), "topology");
    int[] here = {rank / 3, rank % 3};
    Check.equal(here, grid.Coords(rank), "coordinates");
    Check.equal(rank, grid.Rank(here), "rank at coordinates");
    Check.equal(grid.Rank(new int[] {0, 2}), grid.Rank(new int[] {0, -1}), "a ring");
    CartParms parms = grid.Get();
    Check.equal(lengths, parms.dims, "dims");
    Check.equal(rings, parms.periods, "periods");
    Check.equal(here, parms.coords, "coords");
    parms.dims[0] = 99;
    lengths[0] = 99;
    Check.equal(2, grid.Get().dims[0], "dims after a change of the copy");
    ShiftParms down = grid.Shift(0, 1);
    Check.equal(rank < 3 ? MPI.PROC_NULL : rank - 3, down.rank_source, "source of a shift");
    Check.equal(rank < 3 ? rank + 3 : MPI.PROC_NULL, down.rank_dest, "destination of a shift");
    Check.that(rank >= 3 || down.rank_source < 0, "programs ask for a negative rank, too");
    ShiftParms right = grid.Shift(1, 5);
    Check.equal(rank / 3 * 3 + (rank + 5) % 3, right.rank_dest, "a shift around a ring");
    int[] data = {rank};
    grid.Sendrecv_replace(data, 0, 1, MPI.INT, down.rank_dest, 0, down.rank_source, 0);
    Check.equal(rank < 3 ? rank : rank - 3, data[0], "data of a shift");
    Cartcomm row = grid.Sub(new boolean[] {false, true});
    Check.equal(3, row.Size(), "size of a row");
    Check.equal(rank % 3, row.Rank(), "rank in a row");
    Check.equal(new int[] {3}, row.Get().dims, "dims of a row");
    Check.equal(new boolean[] {true}, row.Get().periods, "periods of a row");
    Cartcomm column = grid.Sub(new boolean[] {true, false});
    Check.equal(2, column.Size(), "size of a column");
    Check.equal(rank / 3, column.Rank(), "rank in a column");
    Cartcomm point = grid.Sub(new boolean[2]);
    Check.equal(1, point.Size(), "size of a point");
    Check.equal(new int[] {1}, point.Get().dims, "dims of a point");
    Cartcomm copy = (Cartcomm) grid.clone();
    Check.equal(here, copy.Get().coords, "coords of a clone");
    Check.equal(rank, grid.Map(new int[] {3, 2}, rings), "map");
    Check.equal(rank < 4 ? rank : MPI.UNDEFINED, grid.Map(new int[] {2, 2}, rings), "map to fewer");
    Check.fails(() -> grid.Map(new int[] {7}, new boolean[1]), "map to more");
    Check.fails(() -> grid.Coords(6), "a rank outside the grid");
    Check.fails(() -> grid.Shift(2, 1), "a dimension that is not there");
  }

  private static void ring() {
    Cartcomm ring = MPI.COMM_WORLD.Create_cart(new int[] {size}, new boolean[] {true}, true);
    ShiftParms shift = ring.Shift(0, 1);
    Check.equal((rank + 1) % size, shift.rank_dest, "the next");
    Check.equal((rank + size - 1) % size, shift.rank_source, "the last");
    ring.Barrier();
  }

  private static void graph() {
    int[] index = new int[size];
    int[] edges = new int[2 * size];
    for (int i = 0; i < size; i++) {
      index[i] = 2 * i + 2;
      edges[2 * i] = (i + size - 1) % size;
      edges[2 * i + 1] = (i + 1) % size;
    }
    Graphcomm graph = MPI.COMM_WORLD.Create_graph(index, edges, false);
    Check.equal(MPI.GRAPH, graph.Topo_test(), "topology");
    Check.equal(
        new int[] {(rank + size - 1) % size, (rank + 1) % size},
        graph.Neighbours(rank),
        "neighbours");
    GraphParms parms = graph.Get();
    Check.equal(index, parms.index, "index");
    Check.equal(edges, parms.edges, "edges");
    Graphcomm copy = (Graphcomm) graph.clone();
    Check.equal(edges, copy.Get().edges, "edges of a clone");
    Check.equal(rank, graph.Map(index, edges), "map");
    Check.equal(rank == 0 ? 0 : MPI.UNDEFINED, graph.Map(new int[1], new int[0]), "map to fewer");
    graph.Barrier();
    Graphcomm one = MPI.COMM_WORLD.Create_graph(new int[] {0}, new int[0], false);
    Check.equal(rank > 0, one == null, "ranks outside the graph");
  }
}
