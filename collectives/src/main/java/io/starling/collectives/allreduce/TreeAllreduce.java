package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.Branch;

/**
 * A reduce to rank 0 that feeds a broadcast: a segment goes down as soon as it has arrived at the
 * root, while later segments are still on their way up.
 *
 * <pre>
 * up     s0 s1 s2 s3
 * down         s0 s1 s2 s3
 * </pre>
 */
public final class TreeAllreduce implements Allreduce {

  @Override
  public void allreduce(Program program, Span own, Span result) {
    Branch branch = program.tree().branch(program.rank(), program.size(), 0);
    Span mine = Trees.reduce(program, branch, own, result);
    if (branch.isRoot()) {
      program.copy(mine, result);
    }
    Trees.broadcast(program, branch, result);
  }
}
