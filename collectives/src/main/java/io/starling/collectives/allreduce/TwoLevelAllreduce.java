package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.Branch;
import io.starling.topology.layout.Tier;
import java.util.List;

/**
 * A reduce inside each group of the hardware's outermost level, an allreduce between the groups'
 * leaders, a broadcast inside; all in one program, so a segment goes on as soon as its bytes are
 * there, whatever others are doing. The groups are nodes; on one node packages, or what else
 * divides it.
 *
 * <pre>
 * node 0     1 2 3 > 0            0 > 1 2 3
 *                     \  between /
 * node 1     5 6 7 > 4            4 > 5 6 7
 * </pre>
 */
public final class TwoLevelAllreduce implements Allreduce {

  private final Allreduce between;

  /** One with this algorithm between leaders. */
  public TwoLevelAllreduce(Allreduce between) {
    this.between = between;
  }

  /** All ranks of the communicator: those of the program must be the same. */
  @Override
  public void allreduce(Program program, Span own, Span result) {
    List<Tier> tiers = program.hierarchy().tiers();
    if (tiers.isEmpty()) {
      program.copy(own, result);
      return;
    }
    Branch inside = program.treesInside().branch(program.rank(), program.size(), 0);
    Span mine = Trees.reduce(program, inside, own, result);
    if (inside.isRoot()) {
      between.allreduce(program.within(leaders(tiers.getFirst())), mine, result);
    }
    Trees.broadcast(program, inside, result);
  }

  private static int[] leaders(Tier tier) {
    int[] leaders = new int[tier.count()];
    for (int group = 0; group < leaders.length; group++) {
      leaders[group] = tier.leader(group, 0);
    }
    return leaders;
  }
}
