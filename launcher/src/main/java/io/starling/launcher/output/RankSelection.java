package io.starling.launcher.output;

import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

/** Ranks as people write them: {@code 0,8-11}. */
public record RankSelection(BitSet ranks) {

  private static final int LARGEST = 1 << 20;

  /** Copies them. */
  public RankSelection {
    ranks = (BitSet) ranks.clone();
  }

  /** These ranks. */
  public static RankSelection of(List<Integer> ranks) {
    BitSet set = new BitSet();
    ranks.forEach(set::set);
    return new RankSelection(set);
  }

  /**
   * Reads numbers and ranges with commas between them.
   *
   * @throws IllegalArgumentException that says what is wrong
   */
  public static RankSelection parse(String text) {
    BitSet set = new BitSet();
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = number(dash < 0 ? part : part.substring(0, dash), text);
      int last = dash < 0 ? first : number(part.substring(dash + 1), text);
      if (last < first) {
        throw new IllegalArgumentException("the range " + part + " must run upwards");
      }
      set.set(first, last + 1);
    }
    return new RankSelection(set);
  }

  private static int number(String digits, String text) {
    if (!digits.matches("\\d{1,7}") || Integer.parseInt(digits) > LARGEST) {
      throw new IllegalArgumentException(
          "ranks must be written like 0,8-11, not '%s'".formatted(text));
    }
    return Integer.parseInt(digits);
  }

  public boolean contains(int rank) {
    return ranks.get(rank);
  }

  /** The largest, or -1 if there is none. */
  public int largest() {
    return ranks.length() - 1;
  }

  public int count() {
    return ranks.cardinality();
  }

  @Override
  public BitSet ranks() {
    return (BitSet) ranks.clone();
  }

  @Override
  public String toString() {
    StringJoiner parts = new StringJoiner(",");
    for (int first = ranks.nextSetBit(0); first >= 0; ) {
      int last = ranks.nextClearBit(first) - 1;
      parts.add(last == first ? Integer.toString(first) : first + "-" + last);
      first = ranks.nextSetBit(last + 1);
    }
    return parts.toString();
  }
}
