package io.starling.topology.locality;

import io.starling.runtime.memory.ByteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An allreduce of which the paper has a formula, as {@code allreduce=bcube,bytes=100M,radix=4}
 * says.
 *
 * @param algorithm one of {@link #ALGORITHMS}
 * @param bytes the data of each rank
 * @param radix for bcube
 */
record FormulaObjective(String algorithm, long bytes, int radix) implements Objective {

  private static final List<String> ALGORITHMS =
      List.of("ring", "halving-doubling", "double-tree", "bcube");

  private static final String COLLECTIVE = "allreduce";
  private static final long DEFAULT_BYTES = 100 << 20;
  private static final int DEFAULT_RADIX = 4;

  /** Whether the paper has a formula for the algorithm, and the timing is left to that formula. */
  static boolean isOne(String text) {
    String[] fields = text.split(",", -1);
    String[] first = fields[0].split("=", 2);
    return first.length < 2
        || (first[0].equals(COLLECTIVE)
            && ALGORITHMS.contains(first[1])
            && Arrays.stream(fields).noneMatch(field -> field.startsWith("timing=")));
  }

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what there is
   */
  static FormulaObjective parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length < 2 || pair[1].isBlank() || values.put(pair[0], pair[1]) != null) {
        throw new IllegalArgumentException(
            "'%s' is not like allreduce=ring,bytes=100M".formatted(text));
      }
    }
    List<String> unknown = new ArrayList<>(values.keySet());
    unknown.removeAll(List.of(COLLECTIVE, "bytes", "radix"));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown '%s'; there are allreduce, bytes and radix".formatted(unknown.getFirst()));
    }
    String algorithm = values.get(COLLECTIVE);
    if (algorithm == null || !ALGORITHMS.contains(algorithm)) {
      throw new IllegalArgumentException(
          "allreduce must be one of %s, not %s"
              .formatted(
                  String.join(", ", ALGORITHMS),
                  algorithm == null ? "missing" : "'" + algorithm + "'"));
    }
    long bytes = values.containsKey("bytes") ? ByteSize.parse(values.get("bytes")) : DEFAULT_BYTES;
    return new FormulaObjective(algorithm, bytes, radix(values.get("radix")));
  }

  private static int radix(String text) {
    if (text == null) {
      return DEFAULT_RADIX;
    }
    if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < 2) {
      throw new IllegalArgumentException(
          "radix must be a whole number from 2 on, not '%s'".formatted(text));
    }
    return Integer.parseInt(text);
  }

  @Override
  public CommunicationPattern pattern(int ranks) {
    return switch (algorithm) {
      case "ring" -> CostModels.ring(ranks, (double) bytes);
      case "halving-doubling" -> CostModels.halvingDoubling(ranks, (double) bytes);
      case "double-tree" -> CostModels.doubleBinaryTree(ranks, (double) bytes);
      default -> CostModels.bcube(ranks, (double) bytes, radix);
    };
  }

  @Override
  public String describe() {
    return "allreduce of %s by %s%s"
        .formatted(
            ByteSize.format(bytes),
            algorithm,
            algorithm.equals("bcube") ? " with radix " + radix : "");
  }
}
