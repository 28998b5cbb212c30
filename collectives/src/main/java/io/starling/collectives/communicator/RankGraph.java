package io.starling.collectives.communicator;

import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.selection.Selection;

/** One rank of a graph. */
public final class RankGraph extends RankNeighbourhood implements GraphCommunicator {

  private final Adjacency adjacency;

  RankGraph(Member member, Selection selection, Adjacency adjacency) {
    super(member, selection, Neighbours.ofGraph(adjacency.sources(), adjacency.destinations()));
    this.adjacency = adjacency;
  }

  @Override
  public int[] sourceWeights() {
    return adjacency.sourceWeights().clone();
  }

  @Override
  public int[] destinationWeights() {
    return adjacency.destinationWeights().clone();
  }

  @Override
  public GraphCommunicator withAlgorithm(String specification) {
    return new RankGraph(member(), collectives().selectionWith(specification), adjacency);
  }

  @Override
  public GraphCommunicator duplicate() {
    return (GraphCommunicator) super.duplicate();
  }

  @Override
  RankGraph like(Member duplicate) {
    return new RankGraph(duplicate, selection(), adjacency);
  }
}
