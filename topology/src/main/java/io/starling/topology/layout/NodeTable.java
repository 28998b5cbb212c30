package io.starling.topology.layout;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Which ranks are on which node. Every rank has it whole. */
public final class NodeTable {

  private static final int MOST_RANKS = 1 << 22;

  private final RankSet[] sets;
  private final int size;

  private NodeTable(RankSet[] sets, int size) {
    this.sets = sets;
    this.size = size;
  }

  /**
   * The ranks of each node that has any.
   *
   * @throws IllegalArgumentException if there are none, or more than four million, or not each from
   *     0 on is on one node
   */
  public static NodeTable of(List<RankSet> nodes) {
    long size = nodes.stream().mapToLong(RankSet::size).sum();
    requireReasonable(size);
    BitSet seen = new BitSet((int) size);
    for (RankSet set : nodes) {
      for (int position = 0; position < set.size(); position++) {
        int rank = set.get(position);
        if (rank >= size || seen.get(rank)) {
          throw new IllegalArgumentException(
              "rank %d of %d is on two nodes, or another on none".formatted(rank, size));
        }
        seen.set(rank);
      }
    }
    return new NodeTable(
        nodes.stream().sorted(Comparator.comparingInt(RankSet::lowest)).toArray(RankSet[]::new),
        (int) size);
  }

  static void requireReasonable(long size) {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException(
          "a job has 1 to %d ranks, not %d".formatted(MOST_RANKS, size));
    }
  }

  /** How many ranks there are. */
  int size() {
    return size;
  }

  /** How many nodes have ranks. */
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
    throw new IllegalArgumentException("rank %d is on no node of the job".formatted(rank));
  }

  RankSet[] sets() {
    return sets;
  }

  /** For {@link #decode}. */
  public byte[] encode() {
    return NodeTableCodec.encode(this);
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  public static NodeTable decode(byte[] bytes) {
    return NodeTableCodec.decode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeTable table && Arrays.equals(sets, table.sets);
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
