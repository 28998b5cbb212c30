package programs.chapter;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Checks;

/** Topologies and the collectives among neighbours. */
public final class Neighbours {

  private static final int UNTOUCHED = -77;

  private static Intracomm world;
  private static int rank;
  private static int size;

  private Neighbours() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          Chapter.section("line", Neighbours::line);
          Chapter.section("torus", Neighbours::torus);
          Chapter.section("sub", Neighbours::sub);
          Chapter.section("graph", Neighbours::graph);
          Chapter.section("edges", Neighbours::edges);
          Chapter.section("adjacent", Neighbours::adjacent);
          Chapter.section("types", Neighbours::types);
          Chapter.section("refusals", Neighbours::refusals);
        });
  }

  private static int[] filled(int length) {
    int[] data = new int[length];
    Arrays.fill(data, UNTOUCHED);
    return data;
  }

  private static IntBuffer direct(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values);
    return buffer;
  }

  private static int[] array(IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    buffer.clear();
    buffer.get(values);
    return values;
  }

  /** Blocks of neighbours that are not there stay as they are. */
  private static void line() throws MPIException {
    CartComm line = world.createCart(new int[] {size}, new boolean[] {false}, false);
    int before = rank > 0 ? rank - 1 : UNTOUCHED;
    int after = rank < size - 1 ? rank + 1 : UNTOUCHED;
    IntBuffer in = direct(filled(2));
    line.neighborAllGather(direct(rank), 1, MPI.INT, in, 1, MPI.INT);
    Checks.equal(new int[] {before, after}, array(in), "neighborAllGather");
    IntBuffer again = direct(filled(2));
    line.iNeighborAllGather(direct(rank), 1, MPI.INT, again, 1, MPI.INT).waitFor();
    Checks.equal(new int[] {before, after}, array(again), "iNeighborAllGather");
    IntBuffer all = direct(filled(4));
    line.neighborAllToAll(
        direct(10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3),
        2,
        MPI.INT,
        all,
        2,
        MPI.INT);
    int[] expected = filled(4);
    if (rank > 0) {
      expected[0] = 10 * (rank - 1) + 2;
      expected[1] = 10 * (rank - 1) + 3;
    }
    if (rank < size - 1) {
      expected[2] = 10 * (rank + 1);
      expected[3] = 10 * (rank + 1) + 1;
    }
    Checks.equal(expected, array(all), "neighborAllToAll");
    IntBuffer v = direct(filled(6));
    line.neighborAllGatherv(
        direct(rank, -rank), 2, MPI.INT, v, new int[] {2, 2}, new int[] {4, 1}, MPI.INT);
    int[] expectedV = filled(6);
    if (rank > 0) {
      expectedV[4] = rank - 1;
      expectedV[5] = 1 - rank;
    }
    if (rank < size - 1) {
      expectedV[1] = rank + 1;
      expectedV[2] = -rank - 1;
    }
    Checks.equal(expectedV, array(v), "neighborAllGatherv");
    CartComm copy = line.dup();
    Checks.equal(MPI.CART, copy.getTopology(), "topology of a duplicate");
    Checks.equal(1, copy.getTopo().getDimCount(), "dimensions of a duplicate");
    copy.free();
    line.free();
  }

  /** Neighbours of both dimensions; some of them are the same rank. */
  private static void torus() throws MPIException {
    int[] dims = {0, 0};
    CartComm.createDims(size, dims);
    CartComm torus = world.createCart(dims, new boolean[] {true, true}, false);
    CartParms parms = torus.getTopo();
    int row = parms.getCoord(0);
    int column = parms.getCoord(1);
    Checks.equal(dims[0], parms.getDim(0), "dimension");
    Checks.that(parms.getPeriod(0) && parms.getPeriod(1), "period");
    Checks.equal(new int[] {row, column}, torus.getCoords(rank), "coordinates");
    Checks.equal(rank, torus.getRank(new int[] {row + dims[0], column - dims[1]}), "wrapped");
    int[] around = {
      torus.getRank(new int[] {row - 1, column}),
      torus.getRank(new int[] {row + 1, column}),
      torus.getRank(new int[] {row, column - 1}),
      torus.getRank(new int[] {row, column + 1})
    };
    int[] gathered = new int[4];
    torus.neighborAllGather(new int[] {rank}, 1, MPI.INT, gathered, 1, MPI.INT);
    Checks.equal(around, gathered, "neighborAllGather");
    int[] mine = {rank * 4, rank * 4 + 1, rank * 4 + 2, rank * 4 + 3};
    int[] theirs = new int[4];
    torus.neighborAllToAll(mine, 1, MPI.INT, theirs, 1, MPI.INT);
    int[] expected = {around[0] * 4 + 1, around[1] * 4, around[2] * 4 + 3, around[3] * 4 + 2};
    Checks.equal(expected, theirs, "neighborAllToAll");
    IntBuffer in = MPI.newIntBuffer(4);
    Request request = torus.iNeighborAllToAll(direct(mine), 1, MPI.INT, in, 1, MPI.INT);
    request.waitFor();
    Checks.equal(expected, array(in), "iNeighborAllToAll");
    int[] counts = {1, 0, 2, 1};
    int[] back = {0, 1, 1, 2};
    int[] displs = {3, 0, 0, 2};
    int[] backDispls = {0, 0, 1, 2};
    IntBuffer got = MPI.newIntBuffer(4);
    torus
        .iNeighborAllToAllv(direct(mine), counts, displs, MPI.INT, got, back, backDispls, MPI.INT)
        .waitFor();
    int[] expectedV = {0, around[2] * 4 + 2, around[3] * 4, around[3] * 4 + 1};
    expectedV[0] = array(got)[0];
    IntBuffer got2 = MPI.newIntBuffer(8);
    torus.neighborAllToAllv(
        direct(mine), counts, displs, MPI.INT, got2, back, new int[] {0, 0, 4, 6}, MPI.INT);
    Checks.equal(around[1] * 4 + 3, got2.get(0), "from below");
    Checks.equal(around[2] * 4 + 2, got2.get(4), "from the left");
    Checks.equal(around[3] * 4, got2.get(6), "from the right");
    Checks.equal(around[3] * 4 + 1, got2.get(7), "from the right, too");
    torus.free();
  }

  private static void sub() throws MPIException {
    int[] dims = {0, 0};
    CartComm.createDims(size, dims);
    CartComm grid = world.createCart(dims, new boolean[] {false, true}, false);
    CartComm rows = grid.sub(new boolean[] {false, true});
    Checks.equal(dims[1], rows.getSize(), "size of a row");
    Checks.equal(grid.getCoords(rank)[1], rows.getRank(), "rank in a row");
    Checks.that(rows.getTopo().getPeriod(0), "a row is periodic");
    CartComm none = grid.sub(new boolean[] {false, false});
    Checks.equal(1, none.getSize(), "no dimension left");
    Checks.equal(0, none.getTopo().getDimCount(), "no dimension left");
    Checks.equal(0, none.getRank(new int[0]), "no dimension left");
    CartComm column = grid.sub(new boolean[] {true, false});
    Checks.equal(
        column.getRank() == 0 ? MPI.PROC_NULL : column.getRank() - 1,
        column.shift(0, 1).getRankSource(),
        "an open border");
    if (size > 1) {
      CartComm fewer = world.createCart(new int[] {size - 1}, new boolean[] {false}, false);
      Checks.equal(rank == size - 1, fewer.isNull(), "left over");
    }
    CartComm point = world.createCart(new int[0], new boolean[0], false);
    Checks.equal(rank > 0, point.isNull(), "no dimensions");
    Checks.equal(rank, grid.map(dims, new boolean[] {false, true}), "map");
    none.free();
    column.free();
    rows.free();
    grid.free();
  }

  /** A chain in which each node but the last has an edge to the next, and one back. */
  private static void graph() throws MPIException {
    int[] index = new int[size];
    int[] edges = new int[2 * (size - 1)];
    int next = 0;
    for (int i = 0; i < size; i++) {
      if (i > 0) {
        edges[next++] = i - 1;
      }
      if (i < size - 1) {
        edges[next++] = i + 1;
      }
      index[i] = next;
    }
    GraphComm chain = world.createGraph(index, edges, false);
    GraphParms parms = chain.getDims();
    Checks.equal(next, parms.getEdgeCount(), "edges");
    for (int i = 0; i < size; i++) {
      Checks.equal(index[i], parms.getIndex(i), "index");
    }
    int[] neighbours = chain.getNeighbors(rank);
    int[] received = new int[neighbours.length];
    chain.neighborAllGather(new int[] {rank}, 1, MPI.INT, received, 1, MPI.INT);
    Checks.equal(neighbours, received, "neighborAllGather");
    int[] mine = new int[neighbours.length];
    Arrays.setAll(mine, i -> 100 * rank + neighbours[i]);
    chain.neighborAllToAll(mine, 1, MPI.INT, received, 1, MPI.INT);
    int[] expected = new int[neighbours.length];
    Arrays.setAll(expected, i -> 100 * neighbours[i] + rank);
    Checks.equal(expected, received, "neighborAllToAll");
    int[] counts = new int[neighbours.length];
    int[] places = new int[neighbours.length];
    Arrays.fill(counts, 1);
    Arrays.setAll(places, i -> neighbours.length - 1 - i);
    IntBuffer turned = MPI.newIntBuffer(neighbours.length);
    chain.iNeighborAllGatherv(direct(rank), 1, MPI.INT, turned, counts, places, MPI.INT).waitFor();
    for (int i = 0; i < neighbours.length; i++) {
      Checks.equal(neighbours[i], turned.get(places[i]), "iNeighborAllGatherv");
    }
    GraphComm copy = chain.clone();
    Checks.equal(neighbours, copy.getNeighbors(rank), "neighbours of a clone");
    copy.free();
    chain.free();
  }

  /** Rank 0 gives all edges: each rank to itself and to the next. */
  private static void edges() throws MPIException {
    int[] sources = new int[rank == 0 ? size : 0];
    int[] degrees = new int[sources.length];
    int[] destinations = new int[2 * sources.length];
    int[] weights = new int[2 * sources.length];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = i;
      degrees[i] = 2;
      destinations[2 * i] = i;
      destinations[2 * i + 1] = (i + 1) % size;
      weights[2 * i] = 5;
      weights[2 * i + 1] = i;
    }
    GraphComm ring =
        world.createDistGraph(sources, degrees, destinations, weights, MPI.INFO_NULL, false);
    DistGraphNeighbors neighbours = ring.getDistGraphNeighbors();
    Checks.equal(2, neighbours.getInDegree(), "in");
    Checks.equal(2, neighbours.getOutDegree(), "out");
    Checks.that(neighbours.isWeighted(), "weighted");
    int[] out = {neighbours.getDestination(0), neighbours.getDestination(1)};
    int[] received = new int[2];
    ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, received, 1, MPI.INT);
    for (int i = 0; i < 2; i++) {
      Checks.equal(neighbours.getSource(i), received[i], "from a source");
      boolean isOwn = neighbours.getSourceWeight(i) == 5 && neighbours.getSource(i) == rank;
      Checks.that(isOwn || neighbours.getSourceWeight(i) == neighbours.getSource(i), "weight");
    }
    Arrays.sort(out);
    int[] both = {rank, (rank + 1) % size};
    Arrays.sort(both);
    Checks.equal(both, out, "destinations");
    GraphComm plain = world.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, true);
    Checks.that(!plain.getDistGraphNeighbors().isWeighted(), "not weighted");
    GraphComm later = plain.iDup();
    later.getRequest().waitFor();
    Checks.equal(2, later.getDistGraphNeighbors().getInDegree(), "of a duplicate");
    later.free();
    plain.free();
    ring.free();
  }

  /** Rank 0 hears all others, twice from the last, and sends to none. */
  private static void adjacent() throws MPIException {
    int[] sources = new int[0];
    int[] destinations = {0};
    if (rank == 0) {
      sources = new int[size];
      Arrays.setAll(sources, i -> size - 1 - (i == 0 ? 0 : i - 1));
      destinations = new int[size == 1 ? 1 : 0];
    } else if (rank == size - 1) {
      destinations = new int[] {0, 0};
    }
    int[] sourceWeights = new int[sources.length];
    Arrays.fill(sourceWeights, 3);
    int[] weights = new int[destinations.length];
    Arrays.fill(weights, 3);
    GraphComm star =
        world.createDistGraphAdjacent(
            sources, sourceWeights, destinations, weights, MPI.INFO_NULL, false);
    DistGraphNeighbors neighbours = star.getDistGraphNeighbors();
    Checks.equal(sources.length, neighbours.getInDegree(), "in");
    Checks.equal(destinations.length, neighbours.getOutDegree(), "out");
    int[] sendCounts = new int[destinations.length];
    Arrays.setAll(sendCounts, i -> i + 1);
    int[] sendPlaces = new int[destinations.length];
    Arrays.setAll(sendPlaces, i -> i);
    int[] counts = new int[sources.length];
    int[] places = new int[sources.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = i == 1 ? 2 : 1;
      places[i] = 2 * i;
    }
    int[] received = filled(2 * sources.length);
    star.neighborAllToAllv(
        new int[] {10 * rank, 10 * rank + 1, 10 * rank + 2},
        sendCounts,
        sendPlaces,
        MPI.INT,
        received,
        counts,
        places,
        MPI.INT);
    if (rank == 0 && size > 1) {
      int last = size - 1;
      Checks.equal(10 * last, received[0], "the first edge");
      Checks.equal(10 * last + 1, received[2], "the second edge");
      Checks.equal(10 * last + 2, received[3], "the second edge");
      if (size > 2) {
        Checks.equal(10 * (size - 2), received[4], "from another");
      }
    }
    star.free();
  }

  /** Two ints are sent, and received as a vector with a gap. */
  private static void types() throws MPIException {
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    Datatype apart = Datatype.createVector(2, 1, 2, MPI.INT);
    apart.commit();
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    int[] received = filled(6);
    ring.neighborAllGather(new int[] {rank, rank + 50}, 2, MPI.INT, received, 1, apart);
    Checks.equal(
        new int[] {left, UNTOUCHED, left + 50, right, UNTOUCHED, right + 50},
        received,
        "a vector from each");
    ring.free();
    apart.free();
  }

  private static void refusals() throws MPIException {
    Chapter.refused(
        MPI.ERR_TOPOLOGY,
        "no topology",
        () -> world.neighborAllGather(new int[1], 1, MPI.INT, new int[9], 1, MPI.INT));
    Chapter.refused(
        MPI.ERR_ARG,
        "too large a grid",
        () -> world.createCart(new int[] {size + 1}, new boolean[1], false));
    CartComm line = world.createCart(new int[] {size}, new boolean[] {false}, false);
    Chapter.refused(MPI.ERR_ARG, "outside", () -> line.getRank(new int[] {size}));
    Chapter.refused(MPI.ERR_RANK, "no such rank", () -> line.getCoords(size));
    Chapter.refused(MPI.ERR_DIMS, "a negative direction", () -> line.shift(-1, 1));
    Chapter.refused(MPI.ERR_DIMS, "no nodes", () -> CartComm.createDims(0, new int[2]));
    Chapter.refused(MPI.ERR_DIMS, "negative", () -> CartComm.createDims(4, new int[] {-1, 0}));
    line.free();
  }
}
