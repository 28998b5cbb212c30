package io.starling.runtime.memory;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes sizes: {@code 8}, {@code 64K}, {@code 4M}, {@code 1G}, {@code 2T}, in powers of
 * 1024.
 */
public final class ByteSize {

  private static final Pattern SYNTAX = Pattern.compile("(\\d{1,18})([KMGTkmgt]?)");
  private static final int SHIFT = 10;
  private static final String UNITS = " KMGT";

  private ByteSize() {}

  /**
   * The number of bytes.
   *
   * @throws IllegalArgumentException if the text is not a size, or exceeds 2^63 - 1 bytes
   */
  public static long parse(String text) {
    Matcher matcher = SYNTAX.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a size; write a whole number of bytes, or one with K, M, G or T, such as 64K"
              .formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    int shift =
        matcher.group(2).isEmpty()
            ? 0
            : SHIFT * UNITS.indexOf(Character.toUpperCase(matcher.group(2).charAt(0)));
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException(
          "the size '%s' is too large; the largest is 2^63 - 1 bytes".formatted(text));
    }
    return number << shift;
  }

  /** The shortest exact text: {@code 64K} for 65536. */
  public static String format(long bytes) {
    int unit = 0;
    long number = bytes;
    while (unit < UNITS.length() - 1 && number != 0 && number % (1 << SHIFT) == 0) {
      number >>= SHIFT;
      unit++;
    }
    return unit == 0 ? Long.toString(number) : number + UNITS.substring(unit, unit + 1);
  }
}
