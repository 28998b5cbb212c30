package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

/** Communicators that are made from others, with and without a topology. */
public final class Communicators {

  private final Intracomm world;
  private final int rank;
  private final int size;

  private Communicators(Intracomm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    Checks.that(!MPI.COMM_WORLD.isNull(), "the world before Init");
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Communicators program = new Communicators(MPI.COMM_WORLD);
    program.basics();
    program.duplicates();
    program.parts();
    program.attributes();
    program.grids();
    program.gridNeighbours();
    program.graphs();
    program.distributedGraphs();
    program.freedEarly();
    if (program.size > 1) {
      program.intercommunicators();
    }
    MPI.Finalize();
  }

  private void basics() throws MPIException {
    Checks.equal("MPI_COMM_WORLD", world.getName(), "name");
    Checks.equal(1, MPI.COMM_SELF.getSize(), "size of self");
    Checks.equal(0, MPI.COMM_SELF.getRank(), "rank in self");
    Checks.that(!world.isInter(), "one group");
    Checks.that(world.getRequest() == null, "no request");
    Checks.equal(MPI.UNDEFINED, world.getTopology(), "topology");
    Checks.refused(MPI.ERR_COMM, world::free, "free of the world");
    Checks.equal(MPI.IDENT, Comm.compare(world, world), "compare");
    Checks.equal(MPI.ERRORS_RETURN, world.getErrhandler(), "handler");
    world.callErrhandler(MPI.ERR_ARG);
    Group group = world.getGroup();
    Checks.equal(size, group.getSize(), "group");
    group.free();
    Info info = new Info();
    info.set("colour", "green");
    world.setInfo(info);
    Checks.equal("green", world.getInfo().get("colour"), "hints");
    Checks.that(Intercomm.getParent().isNull(), "no parent");
  }

  private void duplicates() throws MPIException {
    Intracomm copy = world.dup();
    Checks.equal(MPI.CONGRUENT, Comm.compare(world, copy), "dup");
    Checks.equal("", copy.getName(), "name of a duplicate");
    copy.setName("copy");
    Checks.equal("copy", copy.getName(), "name");
    Checks.equal(MPI.ERRORS_RETURN, copy.getErrhandler(), "inherited");
    copy.free();
    Checks.that(copy.isNull(), "freed");
    Checks.refused(MPI.ERR_COMM, copy::getSize, "use after free");
    Intracomm later = world.iDup();
    Request request = later.getRequest();
    Checks.that(request != null && !later.isNull(), "a duplicate under way");
    request.waitFor();
    later.barrier();
    Checks.equal(rank, later.getRank(), "rank");
    later.disconnect();
    Intracomm clone = world.clone();
    clone.free();
    Info info = new Info();
    info.set("a", "b");
    Intracomm hinted = world.dupWithInfo(info);
    Checks.equal("b", hinted.getInfo().get("a"), "hint");
    hinted.free();
  }

  private void parts() throws MPIException {
    Intracomm half = world.split(rank % 2, -rank);
    Checks.equal((size + 1 - rank % 2) / 2, half.getSize(), "size of a half");
    Checks.equal(half.getSize() - 1 - rank / 2, half.getRank(), "the order of keys");
    half.free();
    Intracomm none = world.split(rank == 0 ? MPI.UNDEFINED : 0, 0);
    Checks.equal(rank == 0, none.isNull(), "no color");
    if (rank > 0) {
      none.free();
    } else {
      Checks.refused(MPI.ERR_COMM, none::getSize, "the null communicator");
    }
    Intracomm node = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
    Checks.equal(size, node.getSize(), "ranks of this host");
    node.free();
    Group first = world.getGroup().incl(new int[] {0});
    Intracomm one = world.create(first);
    Checks.equal(rank != 0, one.isNull(), "members alone");
    if (rank == 0) {
      Intracomm alone = world.createGroup(first, 5);
      Checks.equal(1, alone.getSize(), "one member");
      Checks.that(!alone.isInter(), "one group");
      alone.free();
      one.free();
    }
    Checks.refused(MPI.ERR_ARG, () -> world.split(-5, 0), "color");
  }

  private void attributes() throws MPIException {
    int key = Comm.createKeyval();
    Checks.that(world.getAttr(key) == null, "no value");
    world.setAttr(key, "value");
    Intracomm copy = world.dup();
    Checks.equal("value", copy.getAttr(key), "copied");
    copy.deleteAttr(key);
    Checks.that(copy.getAttr(key) == null, "deleted");
    copy.free();
    Checks.equal("value", world.getAttr(key), "still there");
    world.deleteAttr(key);
    Comm.freeKeyval(key);
    Checks.that((Integer) world.getAttr(MPI.TAG_UB) > 32_766, "TAG_UB");
  }

  private void grids() throws MPIException {
    int[] dimensions = {0, 0};
    CartComm.createDims(12, dimensions);
    Checks.equal(new int[] {4, 3}, dimensions, "createDims");
    int[] cube = {0, 0, 0};
    CartComm.createDims(16, cube);
    Checks.equal(new int[] {4, 2, 2}, cube, "createDims");
    int[] partly = {0, 3, 0};
    CartComm.createDims(18, partly);
    Checks.equal(new int[] {3, 3, 2}, partly, "createDims");
    Checks.refused(
        MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}), "dimensions that don't fit");
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    Checks.equal(MPI.CART, ring.getTopology(), "topology");
    ShiftParms shift = ring.shift(0, 1);
    Checks.equal((rank + 1) % size, shift.getRankDest(), "destination");
    Checks.equal((rank + size - 1) % size, shift.getRankSource(), "source");
    Checks.equal(0, ring.getRank(new int[] {size}), "wrapped around");
    Checks.equal(new int[] {size - 1}, ring.getCoords(size - 1), "coordinates");
    CartComm copy = ring.dup();
    Checks.equal(MPI.CART, copy.getTopology(), "a duplicate is a grid");
    copy.free();
    CartComm later = ring.iDup();
    later.getRequest().waitFor();
    Checks.equal(size, later.getTopo().getDim(0), "a duplicate is a grid");
    later.free();
    Checks.equal(
        rank == 0 ? 0 : MPI.UNDEFINED, ring.map(new int[] {1}, new boolean[] {false}), "map");
    ring.free();
    CartComm line = world.createCart(new int[] {size, 1}, new boolean[] {false, false}, true);
    CartParms parms = line.getTopo();
    Checks.equal(2, parms.getDimCount(), "dimensions");
    Checks.equal(size, parms.getDim(0), "dimension");
    Checks.that(!parms.getPeriod(0), "not periodic");
    Checks.equal(line.getRank(), parms.getCoord(0), "coordinate");
    Checks.equal(MPI.PROC_NULL, line.shift(1, 1).getRankDest(), "beyond the edge");
    Checks.refused(MPI.ERR_ARG, () -> line.getRank(new int[] {size, 0}), "beyond the edge");
    Checks.refused(MPI.ERR_RANK, () -> line.getCoords(size), "no rank");
    CartComm column = line.sub(new boolean[] {true, false});
    Checks.equal(size, column.getSize(), "sub");
    CartComm single = line.sub(new boolean[] {false, true});
    Checks.equal(1, single.getSize(), "sub");
    CartComm point = line.sub(new boolean[] {false, false});
    Checks.equal(1, point.getSize(), "sub without dimensions");
    point.free();
    single.free();
    column.free();
    line.free();
    CartComm small = world.createCart(new int[] {1}, new boolean[] {false}, false);
    Checks.equal(rank > 0, small.isNull(), "left over");
    CartComm none = world.createCart(new int[0], new boolean[0], false);
    Checks.equal(rank > 0, none.isNull(), "no dimensions");
    Checks.refused(
        MPI.ERR_ARG,
        () -> world.createCart(new int[] {size + 1}, new boolean[] {false}, false),
        "too large");
  }

  private void gridNeighbours() throws MPIException {
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    int[] received = new int[2];
    ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, received, 1, MPI.INT);
    Checks.equal(new int[] {left, right}, received, "neighborAllGather");
    ring.neighborAllToAll(new int[] {10 * rank, 10 * rank + 1}, 1, MPI.INT, received, 1, MPI.INT);
    Checks.equal(new int[] {10 * left + 1, 10 * right}, received, "neighborAllToAll");
    int[] gathered = new int[3];
    ring.neighborAllGatherv(
        new int[] {rank}, 1, MPI.INT, gathered, new int[] {1, 1}, new int[] {0, 2}, MPI.INT);
    Checks.equal(new int[] {left, 0, right}, gathered, "neighborAllGatherv");
    int[] exchanged = new int[3];
    ring.neighborAllToAllv(
        new int[] {rank, rank, -rank},
        new int[] {2, 1},
        new int[] {0, 2},
        MPI.INT,
        exchanged,
        new int[] {1, 2},
        new int[] {0, 1},
        MPI.INT);
    Checks.equal(new int[] {-left, right, right}, exchanged, "neighborAllToAllv");
    IntBuffer out = MPI.newIntBuffer(2).put(0, rank).put(1, rank);
    IntBuffer in = MPI.newIntBuffer(2);
    ring.iNeighborAllGather(out, 1, MPI.INT, in, 1, MPI.INT).waitFor();
    Checks.equal(right, in.get(1), "iNeighborAllGather");
    ring.iNeighborAllToAll(out, 1, MPI.INT, in, 1, MPI.INT).waitFor();
    Checks.equal(left, in.get(0), "iNeighborAllToAll");
    int[] ones = {1, 1};
    int[] places = {0, 1};
    ring.iNeighborAllGatherv(out, 1, MPI.INT, in, ones, places, MPI.INT).waitFor();
    ring.iNeighborAllToAllv(out, ones, places, MPI.INT, in, ones, places, MPI.INT).waitFor();
    Checks.equal(right, in.get(1), "iNeighborAllToAllv");
    ring.free();
  }

  /** A star around rank 0. */
  private void graphs() throws MPIException {
    int[] index = new int[size];
    int[] edges = new int[2 * (size - 1)];
    for (int i = 0; i < size; i++) {
      index[i] = size - 1 + i;
      if (i > 0) {
        edges[i - 1] = i;
      }
    }
    GraphComm star = world.createGraph(index, edges, false);
    Checks.equal(MPI.GRAPH, star.getTopology(), "topology");
    GraphParms parms = star.getDims();
    Checks.equal(size, parms.getIndexCount(), "nodes");
    Checks.equal(edges.length, parms.getEdgeCount(), "edges");
    Checks.equal(size - 1, star.getNeighbors(0).length, "neighbours of the centre");
    int neighbours = rank == 0 ? size - 1 : 1;
    int[] received = new int[neighbours];
    star.neighborAllGather(new int[] {rank}, 1, MPI.INT, received, 1, MPI.INT);
    int[] expected = new int[neighbours];
    Arrays.setAll(expected, i -> rank == 0 ? i + 1 : 0);
    Checks.equal(expected, received, "neighbours");
    GraphComm copy = star.dup();
    Checks.equal(MPI.GRAPH, copy.getTopology(), "a duplicate is a graph");
    copy.free();
    Checks.refused(MPI.ERR_TOPOLOGY, star::getDistGraphNeighbors, "the other kind");
    Checks.equal(rank, star.map(index, edges), "map");
    star.free();
    GraphComm one = world.createGraph(new int[] {0}, new int[0], false);
    Checks.equal(rank > 0, one.isNull(), "left over");
  }

  private void distributedGraphs() throws MPIException {
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    GraphComm ring =
        world.createDistGraphAdjacent(new int[] {left}, new int[] {right}, MPI.INFO_NULL, false);
    Checks.equal(MPI.DIST_GRAPH, ring.getTopology(), "topology");
    DistGraphNeighbors neighbours = ring.getDistGraphNeighbors();
    Checks.equal(left, neighbours.getSource(0), "source");
    Checks.equal(right, neighbours.getDestination(0), "destination");
    Checks.that(!neighbours.isWeighted(), "no weights");
    int[] received = new int[1];
    ring.neighborAllToAll(new int[] {rank}, 1, MPI.INT, received, 1, MPI.INT);
    Checks.equal(left, received[0], "from the left");
    Checks.refused(MPI.ERR_TOPOLOGY, ring::getDims, "the other kind");
    ring.free();
    GraphComm weighted =
        world.createDistGraph(
            new int[] {rank},
            new int[] {1},
            new int[] {right},
            new int[] {7 + rank},
            MPI.INFO_NULL,
            false);
    DistGraphNeighbors edges = weighted.getDistGraphNeighbors();
    Checks.that(edges.isWeighted(), "weights");
    Checks.equal(1, edges.getInDegree(), "in");
    Checks.equal(1, edges.getOutDegree(), "out");
    Checks.equal(7 + left, edges.getSourceWeight(0), "weight");
    Checks.equal(7 + rank, edges.getDestinationWeight(0), "weight");
    weighted.free();
  }

  /** A communicator is freed while a receive on it is open. */
  private void freedEarly() throws MPIException {
    Intracomm copy = world.dup();
    IntBuffer in = MPI.newIntBuffer(1);
    Request receive = copy.iRecv(in, 1, MPI.INT, (rank + 1) % size, 0);
    IntBuffer out = MPI.newIntBuffer(1).put(0, rank);
    Request send = copy.iSend(out, 1, MPI.INT, (rank + size - 1) % size, 0);
    copy.free();
    receive.waitFor();
    send.waitFor();
    Checks.equal((rank + 1) % size, in.get(0), "received after the free");
  }

  private void intercommunicators() throws MPIException {
    int group = rank % 2;
    Intracomm half = world.split(group, rank);
    Intercomm both = world.createIntercomm(half, 0, 1 - group, 3);
    Checks.that(both.isInter(), "two groups");
    int remote = group == 0 ? size / 2 : (size + 1) / 2;
    Checks.equal(remote, both.getRemoteSize(), "remote size");
    Checks.equal(remote, both.getRemoteGroup().getSize(), "remote group");
    Checks.equal(half.getRank(), both.getRank(), "rank");
    int peer = both.getRank();
    if (peer < remote) {
      int[] received = new int[1];
      both.sendRecv(new int[] {rank}, 1, MPI.INT, peer, 0, received, 1, MPI.INT, peer, 0);
      Checks.equal(rank % 2 == 0 ? rank + 1 : rank - 1, received[0], "the rank beside");
    }
    int[] data = {group == 0 && peer == 0 ? 42 : 0};
    int root = group == 1 ? 0 : peer == 0 ? MPI.ROOT : MPI.PROC_NULL;
    both.bcast(data, 1, MPI.INT, root);
    Checks.equal(group == 1 || peer == 0 ? 42 : 0, data[0], "bcast");
    int[] all = group == 0 && peer == 0 ? new int[remote] : null;
    both.gather(group == 1 ? new int[] {rank} : null, 1, MPI.INT, all, 1, MPI.INT, root);
    if (all != null) {
      Checks.equal(1, all[0], "gathered");
    }
    int[] part = new int[1];
    both.scatter(all, 1, MPI.INT, group == 1 ? part : null, 1, MPI.INT, root);
    Checks.equal(group == 1 ? rank : 0, part[0], "scattered");
    int[] everything = new int[remote];
    both.allGather(new int[] {rank}, 1, MPI.INT, everything, 1, MPI.INT);
    Checks.equal(1 - group, everything[0], "allGather");
    int[] sum = new int[1];
    both.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
    Checks.equal(remote, sum[0], "allReduce");
    int[] folded = new int[1];
    both.reduce(new int[] {1}, folded, 1, MPI.INT, MPI.SUM, root);
    Checks.equal(group == 0 && peer == 0 ? remote : 0, folded[0], "reduce");
    both.allToAll(everything.clone(), 1, MPI.INT, everything, 1, MPI.INT);
    both.barrier();
    Checks.refused(MPI.ERR_ROOT, () -> both.bcast(data, 1, MPI.INT, -7), "root");
    Intercomm copy = both.dup();
    Checks.equal(MPI.CONGRUENT, Comm.compare(both, copy), "dup");
    copy.disconnect();
    Intracomm merged = both.merge(group == 1);
    Checks.equal(size, merged.getSize(), "merged");
    merged.free();
    both.free();
    half.free();
  }
}
