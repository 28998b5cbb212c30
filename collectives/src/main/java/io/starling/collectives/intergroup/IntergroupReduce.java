package io.starling.collectives.intergroup;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.Branch;
import io.starling.collectives.tree.TreeShapes;

/**
 * The root of one group gets the fold of the data of the other group, whose first rank folds it up
 * a binomial tree, in the order of ranks.
 *
 * <pre>
 * lower     upper
 * root <──── 0 <── 1
 *            └<─── 2 <── 3      the other ranks of the root's group do nothing
 * </pre>
 */
public record IntergroupReduce(Sides sides) implements Pattern {

  @Override
  public void write(Program program) {
    int root = program.problem().root();
    if (root < 0) {
      return;
    }
    if (program.rank() == root) {
      program.receive(sides.opposite(root).first(), program.result());
      return;
    }
    Program own = sides.inside(program);
    Span fold = toFirst(own, own.scratch(scratchBytes(own)));
    if (own.rank() == 0) {
      program.send(root, fold);
    }
  }

  /** What an inner rank of the tree needs. */
  private static long scratchBytes(Program own) {
    return branch(own).isLeaf() ? 0 : own.data().length();
  }

  private static Branch branch(Program own) {
    return TreeShapes.binomial(own.rank(), own.size(), 0);
  }

  /** Folds the data of a group; returns the place of this rank's fold. */
  static Span toFirst(Program own, Span into) {
    return Trees.reduce(own, branch(own), own.data(), into);
  }
}
