package io.starling.topology.machine;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The names of enumerated values in options and tables: {@code L3} is {@code l3} there. */
public final class Labels {

  private Labels() {}

  /** The name of a value. */
  public static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The value with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static <E extends Enum<E>> E find(Class<E> type, String label) {
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> of(value).equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Arrays.stream(type.getEnumConstants())
                        .map(Labels::of)
                        .collect(Collectors.joining(", ", "'" + label + "' is none of ", ""))));
  }
}
