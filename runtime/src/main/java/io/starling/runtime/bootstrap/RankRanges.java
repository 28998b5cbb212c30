package io.starling.runtime.bootstrap;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Formats ranks for messages, such as {@code 0, 4 to 7, 12}. */
final class RankRanges {

  private static final int MOST = 16;

  private RankRanges() {}

  static String of(BitSet ranks) {
    List<String> ranges = new ArrayList<>();
    int first = ranks.nextSetBit(0);
    while (first >= 0 && ranges.size() < MOST) {
      int end = ranks.nextClearBit(first);
      ranges.add(end == first + 1 ? Integer.toString(first) : first + " to " + (end - 1));
      first = ranks.nextSetBit(end);
    }
    return String.join(", ", ranges) + (first >= 0 ? ", ..." : "");
  }
}
