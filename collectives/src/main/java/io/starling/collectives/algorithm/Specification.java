package io.starling.collectives.algorithm;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads an algorithm with its parameters, as in {@code chain,segment=32K}. */
public final class Specification {

  private static final String BLOCK = "-block";

  private Specification() {}

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it is malformed, or names an unknown algorithm or parameter
   */
  public static Choice choice(CollectiveKind kind, String text) {
    String[] fields = text.strip().split(",", -1);
    Algorithm algorithm = AlgorithmRegistry.named(kind, fields[0].strip());
    Map<Parameter, String> values = new EnumMap<>(Parameter.class);
    for (int i = 1; i < fields.length; i++) {
      String[] setting = halves(fields[i], "PARAMETER=VALUE");
      if (values.put(parameter(algorithm, setting[0]), setting[1]) != null) {
        throw new IllegalArgumentException("'%s' is given twice".formatted(setting[0]));
      }
    }
    return new Choice(algorithm, Parameters.DEFAULT.with(values));
  }

  /**
   * The collective with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static CollectiveKind kind(String label) {
    return kind(label, label);
  }

  /** The collective with a name that is part of a longer text. */
  public static CollectiveKind kind(String label, String text) {
    CollectiveKind kind = CollectiveKind.named(label);
    if (kind == null) {
      throw new IllegalArgumentException(
          "unknown collective '%s'%s; known are %s%s"
              .formatted(
                  label,
                  text.equals(label) ? "" : " in '" + text + "'",
                  Stream.of(CollectiveKind.values())
                      .map(CollectiveKind::label)
                      .collect(Collectors.joining(", ")),
                  hint(label)));
    }
    return kind;
  }

  /** A collective for unequal blocks shares the algorithms of the one for equal blocks. */
  private static String hint(String label) {
    CollectiveKind shorter =
        label.endsWith(BLOCK)
            ? CollectiveKind.named(label.substring(0, label.length() - BLOCK.length()))
            : null;
    return shorter == null
        ? ""
        : "; the algorithms of %s are those of %s".formatted(label, shorter.label());
  }

  /**
   * The texts before and after the first equals sign.
   *
   * @throws IllegalArgumentException if one of them is missing
   */
  public static String[] halves(String text, String shape) {
    String[] halves = text.strip().split("=", 2);
    if (halves.length != 2 || halves[0].isEmpty() || halves[1].isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is not %s; an example: broadcast=chain,segment=32K".formatted(text, shape));
    }
    return halves;
  }

  private static Parameter parameter(Algorithm algorithm, String label) {
    return algorithm.parameters().stream()
        .filter(parameter -> parameter.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s '%s' has no parameter '%s'; it has %s"
                        .formatted(
                            algorithm.kind().label(), algorithm.name(), label, known(algorithm))));
  }

  private static String known(Algorithm algorithm) {
    return algorithm.parameters().isEmpty()
        ? "none"
        : algorithm.parameters().stream()
            .sorted()
            .map(Parameter::label)
            .collect(Collectors.joining(", "));
  }
}
