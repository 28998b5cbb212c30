package io.starling.bench.micro;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be measured. */
public enum BenchmarkKind {
  PINGPONG,
  BROADCAST,
  REDUCE,
  BARRIER;

  /** The name on the command line, in the table and in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether an algorithm can be chosen for it. */
  public boolean isCollective() {
    return this != PINGPONG;
  }

  /** Whether it moves data, so that sizes apply. */
  public boolean hasSizes() {
    return this != BARRIER;
  }

  /**
   * Finds a kind by its label.
   *
   * @throws IllegalArgumentException if there is none; the message lists them
   */
  public static BenchmarkKind named(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no benchmark '%s', only %s".formatted(label, labels())));
  }

  private static String labels() {
    return Arrays.stream(values()).map(BenchmarkKind::label).collect(Collectors.joining(", "));
  }
}
