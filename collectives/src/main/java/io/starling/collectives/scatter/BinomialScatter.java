package io.starling.collectives.scatter;

import io.starling.collectives.exchange.BinomialTree;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Scatters down a {@link BinomialTree}: a rank receives the blocks of its subtree, keeps its own
 * and forwards the others.
 *
 * <pre>
 * 8 ranks, root 0    0 > 4: blocks 4 to 7    0 > 2, 4 > 6: two blocks    0 > 1, 2 > 3, ...: one
 * </pre>
 */
public final class BinomialScatter implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    BinomialTree tree = new BinomialTree(rank, program.size(), program.problem().root());
    Circle blocks;
    if (tree.isRoot()) {
      blocks = Circle.ofData(program);
    } else if (tree.extent() == 1) {
      program.receive(tree.parent(), program.result());
      return;
    } else {
      long length = program.result().length();
      Span scratch = program.scratch(tree.extent() * length);
      blocks = new Circle(program, scratch, Blocks.equalFrom(rank, program.size(), length));
      blocks.receive(tree.parent(), rank, tree.extent());
    }
    for (int child = tree.children() - 1; child >= 0; child--) {
      blocks.send(tree.child(child), tree.child(child), tree.extentOf(child));
    }
    program.copy(blocks.block(rank), program.result());
  }
}
