package io.starling.topology.layout;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The ranks of each node. Every rank has the whole table. */
public final class NodeTable {

  private static final int MOST_RANKS = 1 << 22;

  private final RankSet[] sets;
  private final int size;
  private final NodeGroups groups;

  private NodeTable(RankSet[] sets, int size, NodeGroups groups) {
    this.sets = sets;
    this.size = size;
    this.groups = groups;
  }

  /**
   * A table of the ranks of each node that has ranks.
   *
   * @throws IllegalArgumentException if there are no ranks or more than four million, or a rank
   *     from 0 on is not on exactly one node
   */
  public static NodeTable of(List<RankSet> nodes) {
    return of(nodes, NodeGroups.NONE);
  }

  /**
   * The same with the racks and zones of the nodes.
   *
   * @throws IllegalArgumentException as for {@link #of(List)}, or if the groups are not those of so
   *     many nodes
   */
  public static NodeTable of(List<RankSet> nodes, NodeGroups groups) {
    groups.requireNodes(nodes.size());
    long size = nodes.stream().mapToLong(RankSet::size).sum();
    requireReasonable(size);
    BitSet seen = new BitSet((int) size);
    for (RankSet set : nodes) {
      for (int position = 0; position < set.size(); position++) {
        int rank = set.get(position);
        if (rank >= size || seen.get(rank)) {
          throw new IllegalArgumentException(
              "rank %d of %d is on two nodes, or another rank is on none".formatted(rank, size));
        }
        seen.set(rank);
      }
    }
    int[] order =
        IntStream.range(0, nodes.size())
            .boxed()
            .sorted(Comparator.comparingInt(node -> nodes.get(node).lowest()))
            .mapToInt(Integer::intValue)
            .toArray();
    return new NodeTable(
        IntStream.of(order).mapToObj(nodes::get).toArray(RankSet[]::new),
        (int) size,
        groups.select(order));
  }

  static void requireReasonable(long size) {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException(
          "a job has 1 to %d ranks, not %d".formatted(MOST_RANKS, size));
    }
  }

  /** The number of ranks. */
  int size() {
    return size;
  }

  /** The number of nodes with ranks. */
  public int nodes() {
    return sets.length;
  }

  /** The ranks of a node; nodes are in the order of their lowest ranks. */
  public RankSet ranksOf(int node) {
    return sets[node];
  }

  /**
   * The node of a rank.
   *
   * @throws IllegalArgumentException if the rank is on none
   */
  public int nodeOf(int rank) {
    for (int node = 0; node < sets.length; node++) {
      if (sets[node].contains(rank)) {
        return node;
      }
    }
    throw new IllegalArgumentException("rank %d is not on a node of the job".formatted(rank));
  }

  RankSet[] sets() {
    return sets;
  }

  /** The racks and zones of the nodes. */
  public NodeGroups groups() {
    return groups;
  }

  /** A reader for {@link #decode}. */
  public byte[] encode() {
    return NodeTableCodec.encode(this);
  }

  /**
   * Reads a table that {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is not a table
   */
  public static NodeTable decode(byte[] bytes) {
    return NodeTableCodec.decode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeTable table
        && Arrays.equals(sets, table.sets)
        && groups.equals(table.groups);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sets);
  }

  @Override
  public String toString() {
    return Arrays.toString(sets);
  }
}
