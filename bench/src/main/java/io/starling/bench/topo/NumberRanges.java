package io.starling.bench.topo;

import java.util.List;
import java.util.StringJoiner;

/** Lists of numbers, short. */
final class NumberRanges {

  private NumberRanges() {}

  /** {@code 0-3,8,6}: the numbers in their order, those that count up as a range. */
  static String of(List<Integer> numbers) {
    StringJoiner text = new StringJoiner(",");
    for (int first = 0; first < numbers.size(); ) {
      int last = first;
      while (last + 1 < numbers.size() && numbers.get(last + 1) == numbers.get(last) + 1) {
        last++;
      }
      text.add(
          first == last
              ? numbers.get(first).toString()
              : numbers.get(first) + "-" + numbers.get(last));
      first = last + 1;
    }
    return text.toString();
  }
}
