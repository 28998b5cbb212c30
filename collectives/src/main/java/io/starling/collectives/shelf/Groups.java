package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.topology.Level;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The groups of ranks that have shelves: those that share the nearest memory of a node. Ranks that
 * share no memory are groups of their own. A rank knows the groups of its node; of another node it
 * knows the first group's first rank, through which all others of that node are reached.
 *
 * @param rank the rank that knows this
 * @param nodes the ranks of each node
 * @param node its node
 * @param here the groups of its node, in the order of their lowest ranks
 * @param own the index of its group
 */
record Groups(int rank, NodeTable nodes, int node, List<int[]> here, int own) {

  /**
   * Whether shelves serve a communicator: a rank that is away must not stop accesses to its memory.
   * All ranks answer alike.
   */
  static boolean suit(Context context) {
    Layout layout = context.layout();
    boolean isOneNode = layout.table().nodes() == 1;
    return !context.engine().accessesNeedOwner()
        || (isOneNode && share(context, layout.own().ranks().stream().toArray()));
  }

  /** Whether all ranks of a communicator are one group. All answer alike. */
  static boolean areOne(Context context) {
    Layout layout = context.layout();
    int[] ranks = layout.own().ranks().stream().toArray();
    return layout.table().nodes() == 1
        && layout.group(Level.NUMA, context.rank()).size() == context.size()
        && share(context, ranks);
  }

  private static boolean share(Context context, int... ranks) {
    return IntStream.of(ranks)
        .allMatch(other -> context.engine().sharesMemory(context.process(other)));
  }

  static Groups of(Context context) {
    Layout layout = context.layout();
    int rank = context.rank();
    int[] ranks = layout.own().ranks().stream().toArray();
    boolean share = share(context, ranks);
    List<int[]> here = new ArrayList<>();
    int own = -1;
    boolean[] placed = new boolean[layout.size()];
    for (int first : ranks) {
      if (!placed[first]) {
        int[] group =
            share ? layout.group(Level.NUMA, first).stream().toArray() : new int[] {first};
        for (int member : group) {
          placed[member] = true;
          own = member == rank ? here.size() : own;
        }
        here.add(group);
      }
    }
    return new Groups(rank, layout.table(), layout.table().nodeOf(rank), here, own);
  }

  int[] members() {
    return here.get(own);
  }

  /** The index of this rank in its group. */
  int member() {
    int index = 0;
    while (members()[index] != rank) {
      index++;
    }
    return index;
  }

  /** The first rank of a node, whose shelf other nodes reach. */
  int firstOf(int itsNode) {
    return nodes.ranksOf(itsNode).lowest();
  }

  /** The index of a rank of this node's group. */
  int groupOf(int itsRank) {
    int group = 0;
    while (!contains(here.get(group), itsRank)) {
      group++;
    }
    return group;
  }

  private static boolean contains(int[] group, int rank) {
    return IntStream.of(group).anyMatch(member -> member == rank);
  }

  /** Whether this rank owns the shelf of its group. */
  boolean isOwner() {
    return members()[0] == rank;
  }
}
