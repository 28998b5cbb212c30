package io.starling.collectives.allgather;

import io.starling.collectives.exchange.BinomialTree;
import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Groups;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Each node's leader gathers its node's blocks, passes them round a ring of leaders, and sends
 * arriving blocks down a binomial tree in its node. Every block enters a node once. Each segment is
 * forwarded as soon as it arrives.
 *
 * <pre>
 * 2 nodes of 3    1, 2 > 0      0 > 3: blocks 0 1 2      0 > 2, 0 > 1: blocks 0 1 2, 3 4 5
 *                 4, 5 > 3      3 > 0: blocks 3 4 5      3 > 5, 3 > 4: blocks 3 4 5, 0 1 2
 * </pre>
 */
public final class TwoLevelAllgather implements Pattern {

  @Override
  public void write(Program program) {
    Groups groups = Groups.of(program.hierarchy(), program.size());
    int[] own = groups.members(groups.own());
    Program node = program.within(own);
    boolean leads = node.rank() == 0;
    program.copy(program.data(), program.result(program.rank()));
    if (!leads) {
      node.send(0, program.data());
    }
    for (int member = 1; leads && member < own.length; member++) {
      node.receive(member, program.result(own[member]));
    }
    BinomialTree tree = new BinomialTree(node.rank(), node.size(), 0);
    passOwn(program, node, tree, own);
    for (int round = 0; round < groups.count(); round++) {
      if (leads) {
        passOn(program, groups, round);
      }
      if (round > 0) {
        passDown(node, tree, groups.members(groups.own() - round));
      }
    }
  }

  /** Sends the node's own blocks down; no rank gets its own block. */
  private static void passOwn(Program program, Program node, BinomialTree tree, int... own) {
    for (int block : own) {
      if (!tree.isRoot() && block != program.rank()) {
        node.receive(tree.parent(), program.result(block));
      }
      for (int child = tree.children() - 1; child >= 0; child--) {
        if (block != own[tree.child(child)]) {
          node.send(tree.child(child), program.result(block));
        }
      }
    }
  }

  /** A round of the leaders' ring: receives the blocks of another node and forwards them. */
  private static void passOn(Program program, Groups groups, int round) {
    Program leaders = program.within(groups.leaders());
    Circle blocks = Circle.ofResult(leaders);
    int rank = leaders.rank();
    int size = leaders.size();
    if (round > 0) {
      forEachRun(
          groups.members(rank - round),
          (first, count) -> blocks.receive((rank + size - 1) % size, first, count));
    }
    if (round < size - 1) {
      forEachRun(
          groups.members(rank - round),
          (first, count) -> blocks.send((rank + 1) % size, first, count));
    }
  }

  private static void passDown(Program node, BinomialTree tree, int... members) {
    Circle blocks = Circle.ofResult(node);
    forEachRun(
        members,
        (first, count) -> {
          if (!tree.isRoot()) {
            blocks.receive(tree.parent(), first, count);
          }
          for (int child = tree.children() - 1; child >= 0; child--) {
            blocks.send(tree.child(child), first, count);
          }
        });
  }

  private interface Run {
    void of(int first, int count);
  }

  /** Blocks of consecutive ranks travel together. */
  private static void forEachRun(int[] members, Run action) {
    for (int from = 0, to; from < members.length; from = to) {
      to = from + 1;
      while (to < members.length && members[to] == members[to - 1] + 1) {
        to++;
      }
      action.of(members[from], to - from);
    }
  }
}
