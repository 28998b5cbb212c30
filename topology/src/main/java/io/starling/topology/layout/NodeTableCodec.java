package io.starling.topology.layout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts tables of nodes to bytes and back. Every rank reads them, so they are compact: nodes
 * that are filled in the same way share an entry. A job of 100,000 ranks that were mapped by slot,
 * or round robin, takes 25 bytes, or 46 if the last node has fewer ranks.
 *
 * <pre>
 * ranks of the job, then entries until all are listed
 *   REGULAR  first rank, stride, ranks of a node, nodes, distance between their first ranks
 *   LISTED   ranks of the node, each of them
 * where racks are known: nodes with zones, the zone of each; nodes with racks, the rack of each
 * </pre>
 */
final class NodeTableCodec {

  private static final int REGULAR = 0;
  private static final int LISTED = 1;

  private NodeTableCodec() {}

  /** A reader for {@link #decode}. */
  static byte[] encode(NodeTable table) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(table.size());
      for (int node = 0; node < table.nodes(); ) {
        node += encodeFrom(table.sets(), node, out);
      }
      if (!table.groups().isEmpty()) {
        writeGroups(table.groups().zones(), out);
        writeGroups(table.groups().racks(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeGroups(int[] groups, DataOutputStream out) throws IOException {
    out.writeInt(groups.length);
    for (int group : groups) {
      out.writeInt(group);
    }
  }

  private static int[] readGroups(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / Integer.BYTES) {
      throw new IOException("groups of %d nodes in %d bytes".formatted(count, in.available()));
    }
    int[] groups = new int[count];
    for (int node = 0; node < count; node++) {
      groups[node] = in.readInt();
    }
    return groups;
  }

  /**
   * Writes a node together with those that are filled in the same way at equal distances; returns
   * how many.
   */
  private static int encodeFrom(RankSet[] sets, int node, DataOutputStream out) throws IOException {
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
   * Reads a table that {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is not a table
   */
  static NodeTable decode(byte[] bytes) {
    List<RankSet> sets = new ArrayList<>();
    NodeGroups groups = NodeGroups.NONE;
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int size = in.readInt();
      NodeTable.requireReasonable(size);
      for (int left = size; left > 0; ) {
        left -= decodeSome(in, left, sets);
      }
      if (in.available() > 0) {
        groups = new NodeGroups(readGroups(in), readGroups(in));
      }
      if (in.available() > 0) {
        throw new IOException("%d bytes too many".formatted(in.available()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged table of nodes", e);
    }
    return NodeTable.of(sets, groups);
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
      throw new IOException("%d ranks, but only %d are left".formatted(count, left));
    }
    return count;
  }
}
