package io.starling.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Constants by the words for which they stand on the command line, in tables and in JSON. */
public final class Labels {

  private Labels() {}

  /** {@code reduce-scatter-block}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Of all of a type. */
  public static List<String> all(Class<? extends Enum<?>> type) {
    return Stream.of(type.getEnumConstants()).map(Labels::of).toList();
  }

  /**
   * Finds a constant.
   *
   * @throws IllegalArgumentException if there is none; the message lists them
   */
  public static <E extends Enum<E>> E find(Class<E> type, String label) {
    return Stream.of(type.getEnumConstants())
        .filter(constant -> of(constant).equals(label.replace('_', '-')))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of %s, not '%s'".formatted(String.join(", ", all(type)), label)));
  }
}
