package io.starling.topology.layout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Which ranks are on which node. Every rank has it whole, so it is small: nodes that are filled
 * alike are told together, and a job of 100,000 ranks that were mapped by slot, or round robin,
 * takes some 30 bytes on the wire.
 */
public final class NodeTable {

  private static final int REGULAR = 0;
  private static final int LISTED = 1;
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

  private static void requireReasonable(long size) {
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
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(size);
      for (int node = 0; node < sets.length; ) {
        node += encodeFrom(node, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes a node with those that are filled alike at equal distances; returns how many. */
  private int encodeFrom(int node, DataOutputStream out) throws IOException {
    RankSet set = sets[node];
    if (!set.isRegular()) {
      out.writeByte(LISTED);
      out.writeInt(set.size());
      for (int rank : set.stream().toArray()) {
        out.writeInt(rank);
      }
      return 1;
    }
    int step = node + 1 < sets.length ? sets[node + 1].lowest() - set.lowest() : 1;
    int alike = 1;
    while (node + alike < sets.length && isShifted(set, sets[node + alike], alike * step)) {
      alike++;
    }
    out.writeByte(REGULAR);
    out.writeInt(set.lowest());
    out.writeInt(set.stride());
    out.writeInt(set.size());
    out.writeInt(alike);
    out.writeInt(step);
    return alike;
  }

  private static boolean isShifted(RankSet set, RankSet other, int distance) {
    return other.isRegular()
        && other.size() == set.size()
        && (other.stride() == set.stride() || set.size() == 1)
        && other.lowest() == set.lowest() + distance;
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  public static NodeTable decode(byte[] bytes) {
    List<RankSet> sets = new ArrayList<>();
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int size = in.readInt();
      requireReasonable(size);
      for (int left = size; left > 0; ) {
        left -= decodeSome(in, left, sets);
      }
      if (in.available() > 0) {
        throw new IOException("%d bytes too many".formatted(in.available()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged table of nodes", e);
    }
    return of(sets);
  }

  /** Reads the ranks of some nodes, at most {@code left}; returns how many. */
  private static int decodeSome(DataInputStream in, int left, List<RankSet> sets)
      throws IOException {
    return switch (in.readByte()) {
      case REGULAR -> decodeRegular(in, left, sets);
      case LISTED -> decodeListed(in, left, sets);
      default -> throw new IOException("an unknown kind of node");
    };
  }

  private static int decodeListed(DataInputStream in, int left, List<RankSet> sets)
      throws IOException {
    int count = requireAtMost(left, in.readInt());
    int[] ranks = new int[count];
    for (int i = 0; i < count; i++) {
      ranks[i] = in.readInt();
    }
    sets.add(RankSet.of(ranks));
    return count;
  }

  private static int decodeRegular(DataInputStream in, int left, List<RankSet> sets)
      throws IOException {
    int first = in.readInt();
    int stride = in.readInt();
    int count = requireAtMost(left, in.readInt());
    int alike = requireAtMost(left / count, in.readInt());
    int step = in.readInt();
    for (int i = 0; i < alike; i++) {
      sets.add(RankSet.regular(first + i * step, stride, count));
    }
    return alike * count;
  }

  private static int requireAtMost(int left, int count) throws IOException {
    if (count < 1 || count > left) {
      throw new IOException("%d where %d are left".formatted(count, left));
    }
    return count;
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
