package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.topology.Level;
import io.starling.topology.machine.Labels;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The value of {@code --tree}: a tree per level, as in {@code node=binomial,package=chain}, or one
 * tree for all levels, as in {@code chain}. It may contain other parameters of the topology tree,
 * such as {@code segment=64K}.
 */
final class TreeSpecification {

  private TreeSpecification() {}

  /**
   * Converts it to parameters of the topology tree.
   *
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  static String settings(String text) {
    if (text.contains(";")) {
      throw new IllegalArgumentException(
          "there may be only one tree without a level; an example: node=binomial,package=chain");
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
    TreeKind.named(tree);
    return Arrays.stream(Level.values())
        .map(level -> level.label() + "=" + tree)
        .collect(Collectors.joining(","));
  }
}
