package io.starling.collectives.barrier;

import io.starling.collectives.exchange.BinomialTree;
import io.starling.collectives.exchange.Groups;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Barriers: patterns of empty messages. Each message is sent after the arrival of those awaited
 * before it.
 */
public final class BarrierPatterns {

  private BarrierPatterns() {}

  /**
   * Dissemination (Hensgen, Finkel and Manber, 1988): in round k every rank signals the rank 2^k
   * ahead, and waits for the rank 2^k behind. After ceil(log2 P) rounds each rank has, indirectly,
   * a signal of every rank.
   *
   * <pre>
   * round 0   0>1 1>2 2>3 3>4 4>0      round 1   0>2 1>3 2>4 3>0 4>1      round 2   0>4 1>0 2>1 ...
   * </pre>
   */
  public static void dissemination(Program program) {
    int size = program.size();
    for (int distance = 1; distance < size; distance *= 2) {
      program.signal((program.rank() + distance) % size);
      program.awaitSignal((program.rank() + size - distance) % size);
    }
  }

  /** Every rank signals all others: one step, but P - 1 messages per rank. */
  public static void linear(Program program) {
    int size = program.size();
    for (int distance = 1; distance < size; distance++) {
      program.signal((program.rank() + distance) % size);
    }
    for (int distance = 1; distance < size; distance++) {
      program.awaitSignal((program.rank() + size - distance) % size);
    }
  }

  /** All ranks signal rank 0, which then signals all: the fewest messages, two steps. */
  public static void central(Program program) {
    if (program.rank() > 0) {
      program.signal(0);
      program.awaitSignal(0);
    } else {
      for (int rank = 1; rank < program.size(); rank++) {
        program.awaitSignal(rank);
      }
      for (int rank = 1; rank < program.size(); rank++) {
        program.signal(rank);
      }
    }
  }

  /** Up a binomial tree and down again: fewer messages, twice as many steps. */
  public static void tree(Program program) {
    BinomialTree tree = new BinomialTree(program.rank(), program.size(), 0);
    up(program, tree);
    down(program, tree);
  }

  /**
   * Up a tree in each node, dissemination among the nodes' leaders, and down again: only leaders
   * send between nodes.
   */
  public static void twoLevel(Program program) {
    throughLeaders(program, BarrierPatterns::dissemination);
  }

  /**
   * The same, but the leaders signal the first of them and await it: fewer messages between nodes,
   * and the first leader, rank 0 in most jobs, leaves before those of other nodes.
   */
  public static void twoLevelCentral(Program program) {
    throughLeaders(program, BarrierPatterns::central);
  }

  private static void throughLeaders(Program program, Pattern betweenLeaders) {
    Groups groups = Groups.of(program.hierarchy(), program.size());
    Program node = program.within(groups.members(groups.own()));
    BinomialTree tree = new BinomialTree(node.rank(), node.size(), 0);
    up(node, tree);
    if (tree.isRoot()) {
      betweenLeaders.write(program.within(groups.leaders()));
    }
    down(node, tree);
  }

  private static void up(Program program, BinomialTree tree) {
    for (int child = 0; child < tree.children(); child++) {
      program.awaitSignal(tree.child(child));
    }
    if (!tree.isRoot()) {
      program.signal(tree.parent());
    }
  }

  private static void down(Program program, BinomialTree tree) {
    if (!tree.isRoot()) {
      program.awaitSignal(tree.parent());
    }
    for (int child = tree.children() - 1; child >= 0; child--) {
      program.signal(tree.child(child));
    }
  }
}
