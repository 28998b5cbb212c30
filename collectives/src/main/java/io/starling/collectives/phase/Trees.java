package io.starling.collectives.phase;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.tree.Branch;
import java.util.Arrays;

/** Up and down a tree, segment by segment. */
public final class Trees {

  private Trees() {}

  /**
   * The root gets the fold of all. Operands stay in rank order if every child represents
   * consecutive ranks that follow those folded before.
   */
  public static Span reduce(Program program, Branch branch, Span own, Span into) {
    int[] children = branch.children().clone();
    Arrays.sort(children);
    Span mine = own;
    for (int child : children) {
      if (child > program.rank()) {
        program.receiveAndFold(child, mine, into);
        mine = into;
      }
    }
    for (int c = children.length - 1; c >= 0; c--) {
      if (children[c] < program.rank()) {
        program.receiveAndFoldBefore(children[c], mine, into);
        mine = into;
      }
    }
    if (!branch.isRoot()) {
      program.send(branch.parent(), mine);
    }
    return mine;
  }

  /** All ranks get the root's data. */
  public static void broadcast(Program program, Branch branch, Span span) {
    if (!branch.isRoot()) {
      program.receive(branch.parent(), span);
    }
    for (int child : branch.children()) {
      program.send(child, span);
    }
  }
}
