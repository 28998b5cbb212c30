package io.starling.collectives.selection;

import io.starling.runtime.memory.ByteSize;
import java.util.function.ToLongFunction;

/**
 * A range of whole numbers: {@code 8}, {@code 3-8}, {@code <64K}, {@code <=64K}, {@code >4}, {@code
 * >=4} or {@code >=4 <8}. {@code 3-8} includes both ends.
 */
record NumberRange(long least, long most) {

  /** The range of all numbers. */
  static final NumberRange ANY = new NumberRange(0, Long.MAX_VALUE);

  /**
   * A range of byte counts.
   *
   * @throws IllegalArgumentException if it is not a range, or is empty
   */
  static NumberRange ofBytes(String text) {
    return parse(text, 0, ByteSize::parse);
  }

  /**
   * A range of numbers from 1 on.
   *
   * @throws IllegalArgumentException if it is not a range, or is empty
   */
  static NumberRange ofCounts(String text) {
    return parse(text, 1, NumberRange::count);
  }

  boolean contains(long number) {
    return least <= number && number <= most;
  }

  boolean isEmpty() {
    return most < least;
  }

  NumberRange and(NumberRange other) {
    return new NumberRange(Math.max(least, other.least), Math.min(most, other.most));
  }

  /** The numbers whose whole part of a division by the divisor is in this range. */
  NumberRange ofQuotients(int divisor) {
    return new NumberRange(
        least > Long.MAX_VALUE / divisor ? Long.MAX_VALUE : least * divisor,
        most >= Long.MAX_VALUE / divisor ? Long.MAX_VALUE : (most + 1) * divisor - 1);
  }

  private static NumberRange parse(String text, long smallest, ToLongFunction<String> number) {
    NumberRange all = new NumberRange(smallest, Long.MAX_VALUE);
    for (String part : text.strip().split("\\s+", -1)) {
      all = all.and(parsePart(part, smallest, number));
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is an empty range; numbers start at %d, and the smaller one comes first"
              .formatted(text, smallest));
    }
    return all;
  }

  private static NumberRange parsePart(String part, long smallest, ToLongFunction<String> number) {
    if (part.startsWith("<=")) {
      return new NumberRange(smallest, number.applyAsLong(part.substring(2)));
    }
    if (part.startsWith("<")) {
      return new NumberRange(smallest, number.applyAsLong(part.substring(1)) - 1);
    }
    if (part.startsWith(">=")) {
      return new NumberRange(number.applyAsLong(part.substring(2)), Long.MAX_VALUE);
    }
    if (part.startsWith(">")) {
      return new NumberRange(number.applyAsLong(part.substring(1)) + 1, Long.MAX_VALUE);
    }
    int dash = part.indexOf('-');
    String from = dash < 0 ? part : part.substring(0, dash);
    String to = dash < 0 ? part : part.substring(dash + 1);
    return new NumberRange(number.applyAsLong(from), number.applyAsLong(to));
  }

  private static long count(String text) {
    try {
      return Integer.parseUnsignedInt(text.strip()) & 0xFFFF_FFFFL;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number; write one such as 4, or a range such as 3-8, <8 or >=4"
              .formatted(text),
          e);
    }
  }
}
