package mpi;

import io.starling.collectives.Communicator;
import java.util.Arrays;

/** A communicator whose processes are the nodes of a graph. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Graphcomm extends Intracomm {

  private final int[] index;
  private final int[] edges;

  Graphcomm(Communicator communicator, Session session, int[] index, int... edges) {
    super(communicator, session);
    this.index = index;
    this.edges = edges;
  }

  /**
   * A communicator of the same graph. All call it.
   *
   * @return a Graphcomm
   */
  @Override
  @SuppressWarnings({"CloneDeclaresCloneNotSupported", "checkstyle:NoClone"})
  public Object clone() throws MPIException {
    try {
      Session.current();
      return new Graphcomm(session().keep(communicator().duplicate()), session(), index, edges);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * The kind of topology.
   *
   * @return GRAPH
   */
  @Override
  public int Topo_test() throws MPIException {
    return MPI.GRAPH;
  }

  /**
   * The arguments of the graph.
   *
   * @return copies
   */
  public GraphParms Get() throws MPIException {
    return new GraphParms(index.clone(), edges.clone());
  }

  /**
   * The neighbours of a node.
   *
   * @param rank of the node
   * @return their ranks
   */
  public int[] Neighbours(int rank) throws MPIException {
    if (rank < 0 || rank >= index.length) {
      throw new MPIException(
          "the rank is %d; it is from 0 to %d".formatted(rank, index.length - 1));
    }
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }

  /**
   * The rank that this process would have in a graph.
   *
   * @param index of the nodes of that graph
   * @param edges of that graph
   * @return its rank, or UNDEFINED if the graph does not need it
   */
  public int Map(int[] index, int[] edges) throws MPIException {
    if (index.length > Size()) {
      throw new MPIException(
          "the graph has %d nodes, the communicator %d processes".formatted(index.length, Size()));
    }
    return Rank() < index.length ? Rank() : MPI.NONE;
  }
}
