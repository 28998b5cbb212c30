package io.starling.topology.placement;

import io.starling.topology.Level;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which PUs around the core that it was mapped to a rank may use. */
public enum BindTo {
  /** Those of the core. */
  CORE(Level.CORE),
  /** Those behind the core's level 3 cache. */
  L3(Level.L3),
  /** Those of the core's NUMA node. */
  NUMA(Level.NUMA),
  /** Those of the core's package. */
  PACKAGE(Level.PACKAGE),
  /** All that the job may use on the node: the rank is not bound. */
  NONE(Level.NODE);

  private final Level level;

  BindTo(Level level) {
    this.level = level;
  }

  /** The level of the piece within which the rank stays. */
  public Level level() {
    return level;
  }

  /** The name in options, {@code package}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known
   */
  public static BindTo named(String label) {
    return Arrays.stream(values())
        .filter(value -> value.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Arrays.stream(values())
                        .map(BindTo::label)
                        .collect(Collectors.joining(", ", "'" + label + "' is none of ", ""))));
  }
}
