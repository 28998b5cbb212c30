package io.starling.collectives;

import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.selection.Selection;

/** One rank of a graph. */
final class RankGraph extends RankNeighbourhood implements GraphCommunicator {

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
    return new RankGraph(duplicateMember(), selection(), neighbours);
  }
}
