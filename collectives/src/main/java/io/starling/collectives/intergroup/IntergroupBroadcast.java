package io.starling.collectives.intergroup;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.TreeShapes;
import java.util.stream.IntStream;

/**
 * The root of one group sends its data to all ranks of the other one, by a binomial tree of the
 * root and these.
 *
 * <pre>
 * lower    upper
 *   root ──> 0 ──> 2
 *     └────> 1             the other ranks of the root's group do nothing
 * </pre>
 */
public record IntergroupBroadcast(Sides sides) implements Pattern {

  @Override
  public void write(Program program) {
    int root = program.problem().root();
    if (root < 0) {
      return;
    }
    int[] members =
        IntStream.concat(IntStream.of(root), IntStream.of(sides.opposite(root).numbers()))
            .toArray();
    Program tree = program.within(members);
    Trees.broadcast(tree, TreeShapes.binomial(tree.rank(), tree.size(), 0), tree.data());
  }
}
