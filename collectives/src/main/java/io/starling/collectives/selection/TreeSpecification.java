package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.Shape;
import io.starling.topology.Labels;
import io.starling.topology.Level;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What {@code --tree} takes: a tree for each level, as in {@code node=binomial,package=chain}, or
 * one tree for all levels, as in {@code chain}. Among the levels may stand the other parameters of
 * the topology tree, such as {@code segment=64K}.
 */
final class TreeSpecification {

  private TreeSpecification() {}

  /**
   * The same as settings of the topology tree's parameters.
   *
   * @throws IllegalArgumentException if a level is unknown, or the only tree
   */
  static String settings(String text) {
    if (text.contains(";")) {
      throw new IllegalArgumentException(
          "there is but one tree; an example: node=binomial,package=chain");
    }
    if (!text.contains("=")) {
      return everywhere(text.strip());
    }
    for (String field : text.split(",", -1)) {
      String name = field.strip().split("=", 2)[0];
      if (Arrays.stream(Parameter.values()).noneMatch(known -> known.label().equals(name))) {
        Labels.find(Level.class, name);
      }
    }
    return text;
  }

  private static String everywhere(String tree) {
    Shape.named(tree);
    return Arrays.stream(Level.values())
        .map(level -> level.label() + "=" + tree)
        .collect(Collectors.joining(","));
  }
}
