package io.starling.collectives.selection;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.topology.layout.NodeTable;

/**
 * The layout of a communicator's ranks as tables see it; the same on all ranks.
 *
 * @param ranksPerNode the most ranks on one node
 * @param boards whether the ranks have a {@link io.starling.runtime.progress.Board}: they share a
 *     host, and have a core each
 * @param gpus whether each rank of the job has a GPU, which may hold messages
 */
public record Place(int ranks, int nodes, int ranksPerNode, boolean boards, boolean gpus) {

  /** Ranks without boards and GPUs. */
  public Place(int ranks, int nodes, int ranksPerNode) {
    this(ranks, nodes, ranksPerNode, false, false);
  }

  static Place of(Context context, boolean gpus) {
    NodeTable table = context.layout().table();
    int most = 0;
    for (int node = 0; node < table.nodes(); node++) {
      most = Math.max(most, table.ranksOf(node).size());
    }
    return new Place(context.size(), table.nodes(), most, context.board() != null, gpus);
  }

  @Override
  public String toString() {
    return Plural.of(ranks, "rank")
        + ", "
        + Plural.of(nodes, "node")
        + (gpus ? ", a GPU for each" : "");
  }
}
