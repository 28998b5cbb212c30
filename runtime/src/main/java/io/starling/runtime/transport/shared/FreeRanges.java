package io.starling.runtime.transport.shared;

import java.util.Map;
import java.util.TreeMap;

/** Free ranges of addresses; neighbours become one. */
final class FreeRanges {

  static final long NONE = -1;

  private final TreeMap<Long, Long> sizes = new TreeMap<>();

  /** Takes a range from the first one that is large enough; returns its offset, or NONE. */
  long take(long size) {
    long offset = find(size);
    if (offset != NONE) {
      long rest = sizes.remove(offset) - size;
      if (rest > 0) {
        sizes.put(offset + size, rest);
      }
    }
    return offset;
  }

  private long find(long size) {
    for (Map.Entry<Long, Long> range : sizes.entrySet()) {
      if (range.getValue() >= size) {
        return range.getKey();
      }
    }
    return NONE;
  }

  /** Whether one range is large enough. */
  boolean has(long size) {
    return find(size) != NONE;
  }

  /** Frees a range. */
  void give(long offset, long size) {
    long from = offset;
    long end = offset + size;
    Map.Entry<Long, Long> before = sizes.lowerEntry(offset);
    if (before != null && before.getKey() + before.getValue() == offset) {
      from = before.getKey();
    }
    Long after = sizes.remove(end);
    sizes.put(from, (after == null ? end : end + after) - from);
  }

  /** Takes the range that ends at an offset; returns where it begins, or that offset. */
  long takeEndingAt(long end) {
    Map.Entry<Long, Long> last = sizes.lowerEntry(end);
    if (last == null || last.getKey() + last.getValue() != end) {
      return end;
    }
    sizes.remove(last.getKey());
    return last.getKey();
  }
}
