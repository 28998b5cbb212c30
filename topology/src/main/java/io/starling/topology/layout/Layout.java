package io.starling.topology.layout;

import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The layout of a communicator's ranks, as far as one rank must know it: the ranks of each node,
 * and the report of its own node.
 *
 * @param table the ranks of every node
 * @param own the report of this rank's node
 */
public record Layout(NodeTable table, NodeReport own) {

  /** Ranks that share a node, without further knowledge. */
  public static Layout flat(int size) {
    RankSet all = RankSet.regular(0, 1, size);
    int[][] nowhere = new int[size][0];
    return new Layout(
        NodeTable.of(List.of(all)),
        new NodeReport("", "", List.of(), all, NodeReport.unknownCpus(size), nowhere, List.of()));
  }

  /** Ranks that are each on a node of its own, as each of them knows it. */
  public static IntFunction<Layout> apart(int size) {
    return apart(size, NodeGroups.NONE);
  }

  /** The same where racks and zones of the nodes are known. */
  public static IntFunction<Layout> apart(int size, NodeGroups groups) {
    NodeTable nodes = NodeTable.of(IntStream.range(0, size).mapToObj(RankSet::of).toList(), groups);
    return rank ->
        new Layout(
            nodes,
            new NodeReport(
                "",
                "node " + rank,
                List.of(),
                RankSet.of(rank),
                NodeReport.unknownCpus(1),
                new int[1][0],
                List.of()));
  }

  /**
   * Ranks of which is known who shares a node, without further knowledge.
   *
   * @param rank whose node this is
   * @param identities by rank a number for its node
   */
  public static Layout ofNodes(int rank, long... identities) {
    Map<Long, List<Integer>> byNode = new LinkedHashMap<>();
    for (int other = 0; other < identities.length; other++) {
      byNode.computeIfAbsent(identities[other], ignored -> new ArrayList<>()).add(other);
    }
    List<RankSet> nodes = byNode.values().stream().map(Layout::ranks).toList();
    RankSet here = ranks(byNode.get(identities[rank]));
    return new Layout(
        NodeTable.of(nodes),
        new NodeReport(
            "",
            "",
            List.of(),
            here,
            NodeReport.unknownCpus(here.size()),
            new int[here.size()][0],
            List.of()));
  }

  private static RankSet ranks(List<Integer> numbers) {
    return RankSet.of(numbers.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The groups of a rank of this node. */
  public Hierarchy hierarchy(int rank) {
    return Hierarchy.of(table, own, rank);
  }

  /**
   * The ranks that share an object of a level with a rank of this node, itself included. A rank
   * that is not confined to one object of the level shares an object of the next larger level.
   */
  public RankSet group(Level level, int rank) {
    if (level == Level.CLUSTER) {
      return RankSet.regular(0, 1, size());
    }
    if (level == Level.ZONE || level == Level.RACK) {
      return near(level);
    }
    int depth = (int) own.levels().stream().filter(known -> known.compareTo(level) <= 0).count();
    int[] place = own.placeOf(rank);
    return RankSet.of(
        own.ranks().stream()
            .filter(other -> Arrays.equals(place, 0, depth, own.placeOf(other), 0, depth))
            .toArray());
  }

  /** The ranks of this node's zone or rack; of the next larger one that is known. */
  private RankSet near(Level level) {
    int[] racks = table.groups().racks();
    int[] groups = level == Level.RACK && racks.length > 0 ? racks : table.groups().zones();
    if (groups.length == 0) {
      return RankSet.regular(0, 1, size());
    }
    int group = groups[table.nodeOf(own.ranks().lowest())];
    return RankSet.of(
        IntStream.range(0, table.nodes())
            .filter(node -> groups[node] == group)
            .flatMap(node -> table.ranksOf(node).stream())
            .sorted()
            .toArray());
  }

  /** The number of ranks. */
  public int size() {
    return table.size();
  }

  /**
   * The layout of a smaller communicator, in which the ranks {@code members} of this one are
   * numbered from 0. One of them must be on this node.
   */
  public Layout select(int[] members) {
    List<List<Integer>> numbers = new ArrayList<>();
    int[] nodes = nodesByRank();
    for (int node = 0; node < table.nodes(); node++) {
      numbers.add(new ArrayList<>());
    }
    for (int number = 0; number < members.length; number++) {
      numbers.get(nodes[members[number]]).add(number);
    }
    int[] kept =
        IntStream.range(0, numbers.size()).filter(node -> !numbers.get(node).isEmpty()).toArray();
    List<RankSet> sets =
        IntStream.of(kept)
            .mapToObj(numbers::get)
            .map(list -> RankSet.of(list.stream().mapToInt(Integer::intValue).toArray()))
            .toList();
    List<Integer> here = numbers.get(table.nodeOf(own.ranks().lowest()));
    int[] chosen = here.stream().mapToInt(number -> members[number]).toArray();
    RankSet renumbered = RankSet.of(here.stream().mapToInt(Integer::intValue).toArray());
    return new Layout(
        NodeTable.of(sets, table.groups().select(kept)), own.renumbered(chosen, renumbered));
  }

  private int[] nodesByRank() {
    int[] nodes = new int[size()];
    for (int node = 0; node < table.nodes(); node++) {
      int itsNode = node;
      table.ranksOf(node).stream().forEach(rank -> nodes[rank] = itsNode);
    }
    return nodes;
  }
}
