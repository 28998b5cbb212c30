package mpi;

/** The neighbours of a rank in a distributed graph (MPI_Dist_graph_neighbors). */
public final class DistGraphNeighbors {

  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destinationWeights;
  private final boolean weighted;

  DistGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sources = sources;
    this.sourceWeights = sourceWeights;
    this.destinations = destinations;
    this.destinationWeights = destinationWeights;
    this.weighted = weighted;
  }

  /**
   * How many ranks this one receives from.
   *
   * @return 0 or more
   */
  public int getInDegree() {
    return sources.length;
  }

  /**
   * How many ranks this one sends to.
   *
   * @return 0 or more
   */
  public int getOutDegree() {
    return destinations.length;
  }

  /**
   * A rank that this one receives from.
   *
   * @param i its index
   * @return the rank
   */
  public int getSource(int i) {
    return sources[i];
  }

  /**
   * How much comes from there.
   *
   * @param i the index of the rank
   * @return the weight; 1 if the graph has none
   */
  public int getSourceWeight(int i) {
    return sourceWeights[i];
  }

  /**
   * A rank that this one sends to.
   *
   * @param i its index
   * @return the rank
   */
  public int getDestination(int i) {
    return destinations[i];
  }

  /**
   * How much goes there.
   *
   * @param i the index of the rank
   * @return the weight; 1 if the graph has none
   */
  public int getDestinationWeight(int i) {
    return destinationWeights[i];
  }

  /**
   * Whether the graph was made with weights.
   *
   * @return false if all are equal
   */
  public boolean isWeighted() {
    return weighted;
  }
}
