package io.starling.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Message sizes as people write them: {@code 8}, {@code 64K}, {@code 4M}, {@code 1G}; K is 1024.
 */
public final class Sizes {

  private static final Pattern SIZE = Pattern.compile("(\\d+)([KMG]?)");

  private Sizes() {}

  /**
   * Reads a list separated by commas.
   *
   * @throws IllegalArgumentException if a size is malformed; the message names it
   */
  public static List<Long> parseList(String list) {
    List<Long> sizes = new ArrayList<>();
    for (String token : list.split(",", -1)) {
      sizes.add(parse(token.strip()));
    }
    return sizes;
  }

  /**
   * Reads one size in bytes.
   *
   * @throws IllegalArgumentException if it is malformed; the message names it
   */
  public static long parse(String token) {
    Matcher size = SIZE.matcher(token);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "a size must be like 8, 64K, 4M or 1G, not '%s'".formatted(token));
    }
    int shift =
        switch (size.group(2)) {
          case "K" -> 10;
          case "M" -> 20;
          case "G" -> 30;
          default -> 0;
        };
    try {
      return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << shift);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "a size must be below 8 EiB, not '%s'".formatted(token), e);
    }
  }
}
