package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.Branch;
import io.starling.collectives.tree.TreeShapes;

/**
 * Two binary trees with half of the data each (Sanders, Speck and Träff, 2009). Even ranks are the
 * inner nodes of one tree, odd ranks those of the other, so every rank is an inner node of at most
 * one tree. In a single tree, half of the ranks would send to one other rank only.
 *
 * <pre>
 * 7 ranks         0                       1
 *              2     4                3       5
 *             6 1   3 5              0 2     4 6
 * </pre>
 */
public final class DoubleTreeAllreduce implements Allreduce {

  private static final int TREES = 2;

  @Override
  public void allreduce(Program program, Span own, Span result) {
    if (program.size() == 1) {
      program.copy(own, result);
      return;
    }
    Blocks halves = Blocks.split(own.length(), program.problem().elementBytes(), TREES);
    Branch[] branches = {
      branch(program.rank(), program.size(), 0), branch(program.rank(), program.size(), 1)
    };
    long step = program.segmentBytes();
    for (long at = 0; at < halves.length(0); at += step) {
      for (int tree = 0; tree < TREES; tree++) {
        Span piece = own.block(halves, tree).piece(at, step);
        Span target = result.block(halves, tree).piece(at, step);
        Trees.reduce(program, branches[tree], piece, target);
        Trees.broadcast(program, branches[tree], target);
      }
    }
  }

  /** A rank's place in a tree: ranks of one parity are its inner nodes, in the order of a heap. */
  static Branch branch(int rank, int size, int parity) {
    Branch heap = TreeShapes.binary(position(rank, size, parity), size, 0);
    int[] children = heap.children().clone();
    for (int c = 0; c < children.length; c++) {
      children[c] = rank(children[c], size, parity);
    }
    return heap.isRoot()
        ? new Branch(Branch.NONE, children)
        : new Branch(rank(heap.parent(), size, parity), children);
  }

  private static int position(int rank, int size, int parity) {
    return rank % 2 == parity ? rank / 2 : first(size, parity) + rank / 2;
  }

  private static int rank(int position, int size, int parity) {
    int first = first(size, parity);
    return position < first ? 2 * position + parity : 2 * (position - first) + 1 - parity;
  }

  /** The number of ranks with this parity. */
  private static int first(int size, int parity) {
    return (size + 1 - parity) / 2;
  }
}
