package io.starling.collectives.gather;

import io.starling.collectives.exchange.BinomialTree;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Gathers up a {@link BinomialTree}: a rank collects the blocks of its subtree and sends them in
 * one message.
 *
 * <pre>
 * 8 ranks, root 0    1 > 0, 3 > 2, ...: one block    2 > 0, 6 > 4: two    4 > 0: blocks 4 to 7
 * </pre>
 */
public final class BinomialGather implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    BinomialTree tree = new BinomialTree(rank, program.size(), program.problem().root());
    if (!tree.isRoot() && tree.extent() == 1) {
      program.send(tree.parent(), program.data());
      return;
    }
    Circle blocks = tree.isRoot() ? Circle.ofResult(program) : subtree(program, tree);
    for (int child = 0; child < tree.children(); child++) {
      blocks.receive(tree.child(child), tree.child(child), tree.extentOf(child));
    }
    program.copy(program.data(), blocks.block(rank));
    if (!tree.isRoot()) {
      blocks.send(tree.parent(), rank, tree.extent());
    }
  }

  private static Circle subtree(Program program, BinomialTree tree) {
    long length = program.data().length();
    Span scratch = program.scratch(tree.extent() * length);
    return new Circle(program, scratch, Blocks.equalFrom(program.rank(), program.size(), length));
  }
}
