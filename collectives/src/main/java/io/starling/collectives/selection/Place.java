package io.starling.collectives.selection;

import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.Plural;
import io.starling.topology.layout.NodeTable;

/**
 * Where the ranks of a communicator are, as tables see it; all of them see the same.
 *
 * @param ranksPerNode of the node that has most
 */
public record Place(int ranks, int nodes, int ranksPerNode) {

  static Place of(Context context) {
    NodeTable table = context.layout().table();
    int most = 0;
    for (int node = 0; node < table.nodes(); node++) {
      most = Math.max(most, table.ranksOf(node).size());
    }
    return new Place(context.size(), table.nodes(), most);
  }

  @Override
  public String toString() {
    return Plural.of(ranks, "rank") + ", " + Plural.of(nodes, "node");
  }
}
