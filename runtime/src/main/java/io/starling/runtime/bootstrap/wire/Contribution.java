package io.starling.runtime.bootstrap.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The contributions of some ranks to a fence, an exchange or an agreement; also a part of the table
 * that an exchange returns.
 *
 * <pre>
 *   membersLength:4  members (a bit per rank)  { rank:4  length:4  bytes }*
 * </pre>
 *
 * @param members the ranks that take part; empty if all ranks of the world do. In a fence and in an
 *     exchange they always do: the members only say for which ranks a store holds the entries
 * @param entries by rank
 */
public record Contribution(BitSet members, SortedMap<Integer, byte[]> entries) {

  private static final int LENGTH = Integer.BYTES;

  public static Contribution of(int rank, byte[] entry) {
    return new Contribution(new BitSet(), new TreeMap<>(Map.of(rank, entry)));
  }

  /** Splits the contribution into as few messages as possible, each a contribution by itself. */
  public List<Frame> frames(FrameType type, String name) {
    List<Frame> frames = new ArrayList<>();
    SortedMap<Integer, byte[]> part = new TreeMap<>();
    int length = 0;
    for (Map.Entry<Integer, byte[]> entry : entries.entrySet()) {
      int more = 2 * LENGTH + entry.getValue().length;
      if (length + more > Frame.MAXIMUM_VALUE && !part.isEmpty()) {
        frames.add(frame(type, name, part, length));
        part.clear();
        length = 0;
      }
      part.put(entry.getKey(), entry.getValue());
      length += more;
    }
    if (!part.isEmpty()) {
      frames.add(frame(type, name, part, length));
    }
    return frames;
  }

  private Frame frame(FrameType type, String name, Map<Integer, byte[]> part, int length) {
    byte[] bits = members.toByteArray();
    ByteBuffer value = ByteBuffer.allocate(LENGTH + bits.length + length);
    value.putInt(bits.length).put(bits);
    part.forEach((rank, entry) -> value.putInt(rank).putInt(entry.length).put(entry));
    return new Frame(type, 0, name, value.array());
  }

  /**
   * Reads a contribution.
   *
   * @throws IOException if lengths do not fit the message, or a rank has two entries
   */
  public static Contribution decode(byte[] value) throws IOException {
    SortedMap<Integer, byte[]> entries = new TreeMap<>();
    BitSet members =
        read(
            value,
            (rank, start, length) ->
                entries.put(rank, Arrays.copyOfRange(value, start, start + length)) == null);
    return new Contribution(members, entries);
  }

  /** Takes an entry; returns false if its rank can't have one. */
  public interface Reader {
    boolean read(int rank, int start, int length);
  }

  /** Reads a contribution entry by entry, in their order; returns the members. */
  public static BitSet read(byte[] value, Reader reader) throws IOException {
    ByteBuffer from = ByteBuffer.wrap(value);
    int membersLength = checkedLength(from);
    if (membersLength > Frame.MAXIMUM_MEMBERS) {
      throw new IOException("a contribution with members of " + membersLength + " bytes");
    }
    BitSet members = BitSet.valueOf(from.slice(from.position(), membersLength));
    from.position(from.position() + membersLength);
    while (from.hasRemaining()) {
      int rank = from.remaining() < LENGTH ? -1 : from.getInt();
      int length = checkedLength(from);
      if (rank < 0 || !reader.read(rank, from.position(), length)) {
        throw new IOException("a contribution with a damaged list of ranks");
      }
      from.position(from.position() + length);
    }
    return members;
  }

  private static int checkedLength(ByteBuffer from) throws IOException {
    int length = from.remaining() < LENGTH ? -1 : from.getInt();
    if (length < 0 || length > from.remaining()) {
      throw new IOException("a contribution with a length that does not fit its size");
    }
    return length;
  }
}
