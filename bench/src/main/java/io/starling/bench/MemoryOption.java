package io.starling.bench;

import java.util.Arrays;
import java.util.Locale;

/** In whose memory messages lie, as {@code --device} says. */
enum MemoryOption {
  CPU,
  GPU;

  /** The name on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds one by its label.
   *
   * @throws IllegalArgumentException if there is none
   */
  static MemoryOption named(String label) {
    return Arrays.stream(values())
        .filter(where -> where.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("must be cpu or gpu, not '%s'".formatted(label)));
  }
}
