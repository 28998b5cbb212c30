package io.starling.collectives.communicator;

import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.selection.Selection;

/** One rank of a graph. */
public final class RankGraph extends RankNeighbourhood implements GraphCommunicator {

  private final Neighbours neighbours;

  RankGraph(Member member, Selection selection, Neighbours neighbours) {
    super(member, selection, neighbours);
    this.neighbours = neighbours;
  }

  @Override
  public GraphCommunicator withAlgorithm(String specification) {
    return new RankGraph(member(), collectives().selectionWith(specification), neighbours);
  }

  @Override
  public GraphCommunicator duplicate() {
    return (GraphCommunicator) super.duplicate();
  }

  @Override
  RankGraph like(Member duplicate) {
    return new RankGraph(duplicate, selection(), neighbours);
  }
}
