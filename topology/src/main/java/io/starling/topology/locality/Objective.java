package io.starling.topology.locality;

import io.starling.runtime.memory.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What shall cost little, as {@code allreduce=bcube,bytes=100M,radix=4} says.
 *
 * @param algorithm one of {@link #ALGORITHMS}
 * @param bytes the data of each rank
 * @param radix for bcube
 */
public record Objective(String algorithm, long bytes, int radix) {

  /** The algorithms of allreduce that have a cost model. */
  public static final List<String> ALGORITHMS =
      List.of("ring", "halving-doubling", "double-tree", "bcube");

  private static final String COLLECTIVE = "allreduce";
  private static final long DEFAULT_BYTES = 100 << 20;
  private static final int DEFAULT_RADIX = 4;

  /**
   * Reads a specification.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what there is
   */
  public static Objective parse(String text) {
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
    return new Objective(algorithm, bytes, radix(values.get("radix")));
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

  /** What the ranks send, one on each host. */
  public CommunicationPattern pattern(int ranks) {
    return switch (algorithm) {
      case "ring" -> CostModels.ring(ranks, (double) bytes);
      case "halving-doubling" -> CostModels.halvingDoubling(ranks, (double) bytes);
      case "double-tree" -> CostModels.doubleBinaryTree(ranks, (double) bytes);
      default -> CostModels.bcube(ranks, (double) bytes, radix);
    };
  }

  /** For people. */
  public String describe() {
    return "allreduce of %s by %s%s"
        .formatted(
            ByteSize.format(bytes),
            algorithm,
            algorithm.equals("bcube") ? " with radix " + radix : "");
  }
}
