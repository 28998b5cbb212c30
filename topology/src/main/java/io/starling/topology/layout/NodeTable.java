package io.starling.topology.layout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
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

  private final RankSet[] sets;

  private NodeTable(RankSet[] sets) {
    this.sets = sets;
  }

  /**
   * The ranks of each node that has any.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static NodeTable of(List<RankSet> nodes) {
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a job has at least one node");
    }
    return new NodeTable(
        nodes.stream().sorted(Comparator.comparingInt(RankSet::lowest)).toArray(RankSet[]::new));
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
      while (in.available() > 0) {
        decodeSome(in, sets);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged table of nodes", e);
    }
    return of(sets);
  }

  private static void decodeSome(DataInputStream in, List<RankSet> sets) throws IOException {
    if (in.readByte() == LISTED) {
      int[] ranks = new int[in.readInt()];
      for (int i = 0; i < ranks.length; i++) {
        ranks[i] = in.readInt();
      }
      sets.add(RankSet.of(ranks));
      return;
    }
    int first = in.readInt();
    int stride = in.readInt();
    int count = in.readInt();
    int alike = in.readInt();
    int step = in.readInt();
    for (int i = 0; i < alike; i++) {
      sets.add(RankSet.regular(first + i * step, stride, count));
    }
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
