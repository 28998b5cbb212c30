package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.Branch;
import io.starling.topology.layout.GroupDivision;
import java.util.List;

/**
 * A reduce inside each group of the outermost hardware level, an allreduce between the leaders, and
 * a broadcast inside each group. All of it is one program, so a segment moves on as soon as its
 * bytes are there. The groups are nodes; on a single node they are packages or smaller objects.
 *
 * <pre>
 * node 0     1 2 3 > 0            0 > 1 2 3
 *                     \  between /
 * node 1     5 6 7 > 4            4 > 5 6 7
 * </pre>
 */
public record TwoLevelAllreduce(Allreduce between) implements Allreduce {
  /** All ranks of the communicator; the program must have the same ranks. */
  @Override
  public void allreduce(Program program, Span own, Span result) {
    List<GroupDivision> divisions = program.hierarchy().divisions();
    if (divisions.isEmpty()) {
      program.copy(own, result);
      return;
    }
    Branch inside = program.treesInside().branch(program.rank(), program.size(), 0);
    Span mine = Trees.reduce(program, inside, own, result);
    if (inside.isRoot()) {
      between.allreduce(program.within(leaders(divisions.getFirst())), mine, result);
    }
    Trees.broadcast(program, inside, result);
  }

  private static int[] leaders(GroupDivision division) {
    int[] leaders = new int[division.count()];
    for (int group = 0; group < leaders.length; group++) {
      leaders[group] = division.leader(group, 0);
    }
    return leaders;
  }
}
