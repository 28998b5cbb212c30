package io.starling.objects.copy;

import java.util.Map;
import java.util.TreeMap;

/** A set of bytes by offset, kept as ranges that do not touch each other. */
final class Ranges {

  private final TreeMap<Long, Long> endByStart = new TreeMap<>();
  private long bytes;

  /** The number of bytes in all ranges. */
  long bytes() {
    return bytes;
  }

  /** Adds a range, of which no byte is in the set. */
  void add(long offset, long length) {
    long start = offset;
    long end = offset + length;
    Map.Entry<Long, Long> before = endByStart.floorEntry(offset);
    if (before != null && before.getValue() == offset) {
      start = before.getKey();
    }
    Long after = endByStart.remove(end);
    endByStart.put(start, after == null ? end : after);
    bytes += length;
  }

  /** Takes bytes from the first range that is long enough; -1 if none is. */
  long take(long length) {
    for (Map.Entry<Long, Long> range : endByStart.entrySet()) {
      if (range.getValue() - range.getKey() >= length) {
        return takeFrom(range.getKey(), length);
      }
    }
    return -1;
  }

  /** Takes the first bytes of the first range, at most {@code limit}; there must be a range. */
  Range takeSome(long limit) {
    Map.Entry<Long, Long> first = endByStart.firstEntry();
    long length = Math.min(limit, first.getValue() - first.getKey());
    return new Range(takeFrom(first.getKey(), length), length);
  }

  private long takeFrom(long start, long length) {
    long end = endByStart.remove(start);
    if (start + length < end) {
      endByStart.put(start + length, end);
    }
    bytes -= length;
    return start;
  }

  record Range(long offset, long length) {}
}
