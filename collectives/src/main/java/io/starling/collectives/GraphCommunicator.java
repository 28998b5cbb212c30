package io.starling.collectives;

/**
 * Ranks whose neighbours are listed one by one; see {@link Communicator#graph}. Of several edges
 * from one rank to another, the first of its destinations ends at the first of the other's sources,
 * and so on.
 */
public interface GraphCommunicator extends NeighbourCommunicator {

  @Override
  GraphCommunicator withAlgorithm(String specification);

  @Override
  GraphCommunicator duplicate();
}
