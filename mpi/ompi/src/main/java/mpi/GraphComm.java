package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.GraphCommunicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.ResultRequest;

/** A communicator whose ranks are the nodes of a graph. */
public final class GraphComm extends Intracomm {

  private final GraphParms parameters;
  private final boolean isWeighted;

  /** A graph; without parameters, a distributed one. */
  GraphComm(AnyCommunicator any, Errhandler errhandler, GraphParms parameters, boolean isWeighted) {
    super(any, errhandler);
    this.parameters = parameters;
    this.isWeighted = isWeighted;
  }

  private GraphComm(
      ResultRequest<? extends AnyCommunicator> pending, Errhandler errhandler, GraphComm original) {
    super(pending, errhandler);
    parameters = original.parameters;
    isWeighted = original.isWeighted;
  }

  @Override
  Comm like(AnyCommunicator duplicate) {
    return new GraphComm(duplicate, handler(), parameters, isWeighted);
  }

  @Override
  Comm like(ResultRequest<? extends AnyCommunicator> duplicate) {
    return new GraphComm(duplicate, handler(), this);
  }

  @Override
  int graphKind() {
    return parameters == null ? MPI.DIST_GRAPH : MPI.GRAPH;
  }

  private GraphParms parameters() {
    any();
    if (parameters == null) {
      throw new Failure(ErrorClass.TOPOLOGY, "the communicator has a distributed graph");
    }
    return parameters;
  }

  @Override
  public GraphComm clone() {
    return (GraphComm) cloned();
  }

  @Override
  public GraphComm dup() throws MPIException {
    return (GraphComm) duplicated();
  }

  @Override
  public GraphComm dupWithInfo(Info info) throws MPIException {
    return (GraphComm) duplicatedWithInfo(info);
  }

  @Override
  public GraphComm iDup() throws MPIException {
    return (GraphComm) duplicating();
  }

  /**
   * The graph as it was given.
   *
   * @return nodes and edges
   * @throws MPIException if the graph is distributed
   */
  public GraphParms getDims() throws MPIException {
    return Calls.call(handler(), this::parameters);
  }

  /**
   * The neighbours of a rank.
   *
   * @param rank of this communicator
   * @return their ranks
   * @throws MPIException if the graph is distributed, or there is no such rank
   */
  public int[] getNeighbors(int rank) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          GraphParms graph = parameters();
          Arguments.rank(rank, graph.getIndexCount());
          return Graphs.neighbours(graph, rank);
        });
  }

  /**
   * The neighbours of this rank.
   *
   * @return their ranks and weights
   * @throws MPIException if the graph is not distributed
   */
  public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          if (parameters != null || !(any() instanceof GraphCommunicator graph)) {
            throw new Failure(ErrorClass.TOPOLOGY, "the communicator has no distributed graph");
          }
          return new DistGraphNeighbors(
              graph.sources(),
              graph.sourceWeights(),
              graph.destinations(),
              graph.destinationWeights(),
              isWeighted);
        });
  }

  /**
   * The place of this rank in a graph that would fit the machine.
   *
   * @param index the edges of the first i + 1 nodes together
   * @param edges where they lead
   * @return a rank, or UNDEFINED if it is left over
   * @throws MPIException if this is the null communicator
   */
  public int map(int[] index, int[] edges) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          int rank = any().rank();
          return rank < index.length ? rank : MPI.UNDEFINED;
        });
  }
}
