package io.starling.runtime.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * Questions about maps whose runs follow one another without a common byte, as those of a view of a
 * file do (MPI 4.1, section 14.3). Each is answered in a number of steps that grows with the depth
 * of the map, and with the logarithm of its parts.
 */
public final class AscendingMap {

  private AscendingMap() {}

  /** Whether every run begins where the one before it ends, or later. */
  public static boolean isAscending(TypeMap map) {
    return switch (map) {
      case Block _ -> true;
      case Loop loop ->
          isAscending(loop.body()) && loop.stride() >= loop.body().end() - loop.body().start();
      case Sequence sequence -> areAscending(sequence);
    };
  }

  private static boolean areAscending(Sequence sequence) {
    long end = Long.MIN_VALUE;
    for (int i = 0; i < sequence.parts(); i++) {
      TypeMap part = sequence.part(i);
      if (part.start() < end || !isAscending(part)) {
        return false;
      }
      end = part.end();
    }
    return true;
  }

  /** The offset of a packed byte, which is in the map. */
  public static long offsetOf(TypeMap map, long packed) {
    long base = 0;
    long rest = packed;
    TypeMap at = map;
    while (true) {
      switch (at) {
        case Block block -> {
          return base + block.offset() + rest;
        }
        case Loop loop -> {
          long size = loop.body().size();
          base += rest / size * loop.stride();
          rest %= size;
          at = loop.body();
        }
        case Sequence sequence -> {
          int part = sequence.partAt(rest);
          rest -= sequence.beginOf(part);
          at = sequence.part(part);
        }
      }
    }
  }

  /** How many of the bytes have an offset below a given one. */
  public static long sizeBelow(TypeMap map, long place) {
    if (place <= map.start()) {
      return 0;
    }
    if (place >= map.end()) {
      return map.size();
    }
    return switch (map) {
      case Block block -> place - block.offset();
      case Loop loop -> {
        long turn = Math.min(loop.count() - 1, (place - loop.start()) / loop.stride());
        yield turn * loop.body().size() + sizeBelow(loop.body(), place - turn * loop.stride());
      }
      case Sequence sequence -> {
        int part = sequence.lastBefore(place);
        yield sequence.beginOf(part) + sizeBelow(sequence.part(part), place);
      }
    };
  }

  /** The map of some of the packed bytes. */
  public static TypeMap part(TypeMap map, long from, long length) {
    if (length == 0) {
      return Block.EMPTY;
    }
    if (length == map.size()) {
      return map;
    }
    return switch (map) {
      case Block block -> new Block(block.offset() + from, length);
      case Loop loop -> partOf(loop, from, length);
      case Sequence sequence -> {
        List<TypeMap> parts = new ArrayList<>();
        long end = from + length;
        for (int i = sequence.partAt(from); i < sequence.parts(); i++) {
          long begin = sequence.beginOf(i);
          if (begin >= end) {
            break;
          }
          TypeMap part = sequence.part(i);
          long first = Math.max(0, from - begin);
          parts.add(part(part, first, Math.min(part.size(), end - begin) - first));
        }
        yield Sequence.of(parts);
      }
    };
  }

  /** The rest of a turn, whole turns, and the beginning of another one. */
  private static TypeMap partOf(Loop loop, long from, long length) {
    long size = loop.body().size();
    long turn = from / size;
    long skipped = from % size;
    List<TypeMap> parts = new ArrayList<>();
    long left = length;
    if (skipped > 0) {
      long first = Math.min(left, size - skipped);
      parts.add(part(loop.body(), skipped, first).shifted(turn * loop.stride()));
      left -= first;
      turn++;
    }
    long whole = left / size;
    if (whole > 0) {
      parts.add(TypeMap.repeated(whole, loop.stride(), loop.body()).shifted(turn * loop.stride()));
      left -= whole * size;
      turn += whole;
    }
    if (left > 0) {
      parts.add(part(loop.body(), 0, left).shifted(turn * loop.stride()));
    }
    return Sequence.of(parts);
  }
}
