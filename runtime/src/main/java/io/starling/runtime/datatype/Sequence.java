package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sequence of maps that is not regular. */
public final class Sequence implements TypeMap {

  private final long offset;
  private final TypeMap[] parts;

  /** The packed offset at which each part begins, and the end of the last one. */
  private final long[] begins;

  private final long start;
  private final long end;
  private final boolean plainlyDisjoint;

  private Sequence(
      long offset, TypeMap[] parts, long[] begins, long start, long end, boolean plainlyDisjoint) {
    this.offset = offset;
    this.parts = parts;
    this.begins = begins;
    this.start = start;
    this.end = end;
    this.plainlyDisjoint = plainlyDisjoint;
  }

  /**
   * The shortest map of a sequence of maps: adjacent runs are joined, and equal runs at equal
   * distances become loops.
   *
   * @throws ArithmeticException if it spans more than 2^63 - 1 bytes
   */
  static TypeMap of(List<TypeMap> maps) {
    List<TypeMap> parts = new ArrayList<>();
    for (TypeMap map : maps) {
      if (map.size() > 0) {
        TypeMap joined = parts.isEmpty() ? null : joined(parts.getLast(), map);
        if (joined == null) {
          parts.add(map);
        } else {
          parts.set(parts.size() - 1, joined);
        }
      }
    }
    return switch (parts.size()) {
      case 0 -> Block.EMPTY;
      case 1 -> parts.getFirst();
      default -> of(parts.toArray(new TypeMap[0]));
    };
  }

  /** A single map of one map and the next, or null if they can't be joined. */
  private static TypeMap joined(TypeMap last, TypeMap next) {
    if (!(next instanceof Block block)) {
      return null;
    }
    if (last instanceof Block before) {
      if (before.end() == block.offset()) {
        return new Block(before.offset(), Math.addExact(before.length(), block.length()));
      }
      return before.length() == block.length()
          ? new Loop(2, Math.subtractExact(block.offset(), before.offset()), before)
          : null;
    }
    return last instanceof Loop loop
            && loop.body() instanceof Block body
            && body.length() == block.length()
            && block.offset() - body.offset() == loop.count() * loop.stride()
        ? new Loop(loop.count() + 1, loop.stride(), body)
        : null;
  }

  private static Sequence of(TypeMap[] parts) {
    long[] begins = new long[parts.length + 1];
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    boolean disjoint = true;
    for (int i = 0; i < parts.length; i++) {
      begins[i + 1] = Math.addExact(begins[i], parts[i].size());
      disjoint &= parts[i].isPlainlyDisjoint() && (i == 0 || parts[i].start() >= end);
      start = Math.min(start, parts[i].start());
      end = Math.max(end, parts[i].end());
    }
    Math.subtractExact(end, start);
    return new Sequence(0, parts, begins, start, end, disjoint);
  }

  /** How many parts it has. */
  int parts() {
    return parts.length;
  }

  /** A part at its place. */
  TypeMap part(int number) {
    return parts[number].shifted(offset);
  }

  /** Where a part begins in the packed bytes. */
  long beginOf(int number) {
    return begins[number];
  }

  /** The part that has a packed byte. */
  int partAt(long packed) {
    int found = Arrays.binarySearch(begins, packed);
    return found >= 0 ? Math.min(found, parts.length - 1) : -found - 2;
  }

  /** The last of ascending parts that begins before an offset; -1 if none does. */
  int lastBefore(long place) {
    int low = 0;
    int high = parts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (parts[middle].start() + offset < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  @Override
  public long size() {
    return begins[parts.length];
  }

  @Override
  public long start() {
    return start;
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public boolean isPlainlyDisjoint() {
    return plainlyDisjoint;
  }

  @Override
  public TypeMap shifted(long bytes) {
    return new Sequence(
        Math.addExact(offset, bytes),
        parts,
        begins,
        Math.addExact(start, bytes),
        Math.addExact(end, bytes),
        plainlyDisjoint);
  }

  @Override
  public long runs() {
    long runs = 0;
    for (TypeMap part : parts) {
      runs = part.runs() > Long.MAX_VALUE - runs ? Long.MAX_VALUE : runs + part.runs();
    }
    return runs;
  }

  @Override
  public void move(
      Mover mover,
      MemorySegment scattered,
      long base,
      long from,
      long length,
      MemorySegment packed,
      long packedOffset) {
    int found = Arrays.binarySearch(begins, from);
    int i = found >= 0 ? found : -found - 2;
    long done = 0;
    while (done < length) {
      long skip = from + done - begins[i];
      long part = Math.min(parts[i].size() - skip, length - done);
      parts[i].move(mover, scattered, base + offset, skip, part, packed, packedOffset + done);
      done += part;
      i++;
    }
  }

  /** Whether the parts are the same objects at the same places. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Sequence that && offset == that.offset && parts == that.parts;
  }

  @Override
  public int hashCode() {
    return 31 * System.identityHashCode(parts) + Long.hashCode(offset);
  }

  @Override
  public String toString() {
    return parts.length + " parts from " + offset;
  }
}
