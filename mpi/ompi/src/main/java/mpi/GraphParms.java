package mpi;

/** The nodes and edges of a graph, as they were given (MPI_Graph_get). */
public final class GraphParms {

  private final int[] index;
  private final int[] edges;

  GraphParms(int[] index, int... edges) {
    this.index = index;
    this.edges = edges;
  }

  /**
   * The number of nodes.
   *
   * @return 0 or more
   */
  public int getIndexCount() {
    return index.length;
  }

  /**
   * The number of edges.
   *
   * @return 0 or more
   */
  public int getEdgeCount() {
    return edges.length;
  }

  /**
   * How many edges the first nodes have together.
   *
   * @param i the last of these nodes
   * @return 0 or more
   */
  public int getIndex(int i) {
    return index[i];
  }

  /**
   * The end of an edge.
   *
   * @param i the index of the edge
   * @return a rank
   */
  public int getEdge(int i) {
    return edges[i];
  }
}
