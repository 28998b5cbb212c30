package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;

/** The runs of a map one by one, in the order of their offsets, to find overlaps. */
final class Runs {

  /** The largest number of runs that are compared; beyond it the program is trusted. */
  private static final long MOST_RUNS = 1 << 16;

  private static final long MOST_STEPS = 1 << 22;

  private final long[] starts;
  private final long[] ends;

  private Runs(TypeMap map) {
    Run[] runs = new Run[(int) map.runs()];
    int[] count = new int[1];
    TypeMap.Mover collect =
        (none, offset, stride, times, length, packed, at) -> {
          for (long i = 0; i < times; i++) {
            long start = offset + i * stride;
            runs[count[0]++] = new Run(start, start + length);
          }
        };
    map.move(collect, MemorySegment.NULL, 0, 0, map.size(), MemorySegment.NULL, 0);
    Arrays.sort(runs, Comparator.comparingLong(Run::start));
    starts = Arrays.stream(runs).mapToLong(Run::start).toArray();
    ends = Arrays.stream(runs).mapToLong(Run::end).toArray();
  }

  private record Run(long start, long end) {}

  /** See {@link MappedDatatype#mostDisjointElements}. */
  static long mostDisjoint(TypeMap map, long signedExtent) {
    long extent = Math.abs(signedExtent);
    if (map.size() == 0
        || (map.isPlainlyDisjoint() && extent >= map.end() - map.start())
        || map.runs() > MOST_RUNS) {
      return Long.MAX_VALUE;
    }
    Runs runs = new Runs(map);
    return runs.overlap() ? 0 : extent == 0 ? 1 : runs.firstToOverlap(extent);
  }

  /** Whether two maps overlap; false if the answer would cost too much. */
  static boolean overlap(TypeMap one, long at, TypeMap other, long otherAt) {
    if (at + one.end() <= otherAt + other.start() || otherAt + other.end() <= at + one.start()) {
      return false;
    }
    if (one.runs() > MOST_RUNS || other.runs() > MOST_RUNS) {
      return false;
    }
    Runs left = new Runs(one);
    Runs right = new Runs(other);
    int i = 0;
    int j = 0;
    while (i < left.starts.length && j < right.starts.length) {
      if (at + left.ends[i] <= otherAt + right.starts[j]) {
        i++;
      } else if (otherAt + right.ends[j] <= at + left.starts[i]) {
        j++;
      } else {
        return true;
      }
    }
    return false;
  }

  private boolean overlap() {
    for (int i = 1; i < starts.length; i++) {
      if (starts[i] < ends[i - 1]) {
        return true;
      }
    }
    return false;
  }

  /** The number of the first element that overlaps element 0. */
  private long firstToOverlap(long extent) {
    long first = Long.MAX_VALUE;
    long steps = 0;
    for (int i = 0; i < starts.length && steps < MOST_STEPS; i++) {
      for (int j = i; j < starts.length && steps < MOST_STEPS; j++) {
        steps++;
        long gap = starts[j] - ends[i];
        long element = Math.max(1, Math.floorDiv(gap, extent) + 1);
        if (element >= first) {
          break;
        }
        if (element * extent < ends[j] - starts[i]) {
          first = element;
        }
      }
    }
    return first;
  }
}
