package io.starling.collectives;

import io.starling.collectives.communicator.RankGraph;

/**
 * A communicator in which each rank lists its neighbours (MPI 4.1, section 8.5.4); see {@link
 * Communicator#graph}. If several edges lead from one rank to another, they are matched in order:
 * the first among the sender's destinations with the first among the receiver's sources.
 */
public sealed interface GraphCommunicator extends NeighbourCommunicator permits RankGraph {

  /**
   * How much comes from each rank of {@link #sources} (MPI_Dist_graph_neighbors).
   *
   * @return the weights that the graph was made with, each 1 if it has none; a copy
   */
  int[] sourceWeights();

  /**
   * How much goes to each rank of {@link #destinations}.
   *
   * @return the weights that the graph was made with, each 1 if it has none; a copy
   */
  int[] destinationWeights();

  /** This graph with other choices of algorithm; see {@link Communicator#withAlgorithm}. */
  @Override
  GraphCommunicator withAlgorithm(String specification);

  /** Copies this graph; see {@link Communicator#duplicate}. */
  @Override
  GraphCommunicator duplicate();
}
