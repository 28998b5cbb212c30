package mpi;

/** The arguments of a graph. The arrays are the program's own. */
@SuppressWarnings("checkstyle:VisibilityModifier") // Programs name these fields.
public class GraphParms {

  /** For each node the number of neighbours of it and all lower ones. */
  public int[] index;

  /** The neighbours of all nodes, one node after the other. */
  public int[] edges;

  /** Parameters without arrays. */
  public GraphParms() {}

  GraphParms(int[] index, int... edges) {
    this.index = index;
    this.edges = edges;
  }
}
