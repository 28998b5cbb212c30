package io.starling.bench.micro;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which ranks of {@link BenchmarkKind#OVERLAP} compute; the others wait in the broadcast. */
public enum Computing {
  ALL,
  ROOT,
  RECEIVERS;

  /** The name on the command line and in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a rank computes. */
  boolean includes(int rank, int root) {
    return switch (this) {
      case ALL -> true;
      case ROOT -> rank == root;
      case RECEIVERS -> rank != root;
    };
  }

  /**
   * Finds ranks by their label.
   *
   * @throws IllegalArgumentException if there are none; the message lists what there is
   */
  public static Computing named(String label) {
    return Arrays.stream(values())
        .filter(ranks -> ranks.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of %2$s, not '%1$s'"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Computing::label)
                                .collect(Collectors.joining(", ")))));
  }
}
