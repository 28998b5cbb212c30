package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.GraphCommunicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.util.Arrays;

/** Makes graphs. */
final class Graphs {

  private Graphs() {}

  /**
   * A graph of which all ranks give all edges.
   *
   * @param index the edges of the first i + 1 nodes together
   */
  static GraphComm ofAll(
      Communicator all, int[] index, int[] edges, boolean reorder, Errhandler errhandler) {
    check(all.size(), index, edges);
    GraphParms parameters = new GraphParms(index.clone(), edges.clone());
    int nodes = index.length;
    boolean isIn = all.rank() < nodes;
    if (nodes == all.size()) {
      return new GraphComm(graph(all, parameters, reorder), errhandler, parameters, false);
    }
    Communicator part = all.split(isIn ? 0 : Communicator.UNDEFINED, all.rank());
    if (part == null) {
      return new GraphComm(null, errhandler, null, false);
    }
    try (part) {
      return new GraphComm(graph(part, parameters, reorder), errhandler, parameters, false);
    }
  }

  private static void check(int ranks, int[] index, int... edges) {
    int last = 0;
    for (int end : index) {
      if (end < last) {
        throw new Failure(ErrorClass.ARG, "the index falls from %d to %d".formatted(last, end));
      }
      last = end;
    }
    if (index.length > ranks || last > edges.length) {
      throw new Failure(
          ErrorClass.ARG,
          "a graph of %d nodes and %d edges, for %d ranks and %d edges"
              .formatted(index.length, last, ranks, edges.length));
    }
    for (int edge : edges) {
      if (edge < 0 || edge >= index.length) {
        throw new Failure(ErrorClass.ARG, "an edge leads to node %d".formatted(edge));
      }
    }
  }

  private static GraphCommunicator graph(Communicator part, GraphParms graph, boolean reorder) {
    int[] neighbours = neighbours(graph, part.rank());
    return part.graph(neighbours, neighbours, reorder);
  }

  static int[] neighbours(GraphParms graph, int rank) {
    int first = rank == 0 ? 0 : graph.getIndex(rank - 1);
    int[] neighbours = new int[graph.getIndex(rank) - first];
    Arrays.setAll(neighbours, i -> graph.getEdge(first + i));
    return neighbours;
  }

  /** A graph of which each rank gives some edges; weights are null if there are none. */
  static GraphComm ofSome(
      Communicator all,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int[] weights,
      boolean reorder,
      Errhandler errhandler) {
    int edges = 0;
    for (int i = 0; i < sources.length; i++) {
      if (degrees[i] < 0) {
        throw new Failure(ErrorClass.ARG, "a degree is %d; it is 0 or more".formatted(degrees[i]));
      }
      edges += degrees[i];
    }
    int[] begins = new int[edges];
    int next = 0;
    for (int i = 0; i < sources.length; i++) {
      Arrays.fill(begins, next, next + degrees[i], sources[i]);
      next += degrees[i];
    }
    int[] ends = Buffers.first(destinations, edges);
    GraphCommunicator graph =
        weights == null
            ? all.graphOfEdges(begins, ends, reorder)
            : all.graphOfEdges(begins, ends, Buffers.first(weights, edges), reorder);
    return new GraphComm(graph, errhandler, null, weights != null);
  }
}
