package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Context;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which algorithm runs: what the user asked for, else the default for the size of the message.
 *
 * <p>A specification names collectives and algorithms with parameters, separated by semicolons:
 * {@code broadcast=chain,segment=32K;reduce=binary}.
 */
public final class Selection {

  /** Nothing asked for. */
  public static final Selection DEFAULT = new Selection(Map.of(), null);

  private final Map<CollectiveKind, Choice> asked;

  /** The reduce that {@code --tree} brings: not where the order of operands matters. */
  private final Choice treeReduce;

  private Selection(Map<CollectiveKind, Choice> asked, Choice treeReduce) {
    this.asked = asked;
    this.treeReduce = treeReduce;
  }

  /**
   * This selection with more wishes.
   *
   * @throws IllegalArgumentException if the specification is malformed or names something unknown
   */
  public Selection with(String specification) {
    Map<CollectiveKind, Choice> choices = new EnumMap<>(CollectiveKind.class);
    choices.putAll(asked);
    for (String part : specification.split(";", -1)) {
      String[] fields = part.strip().split(",", -1);
      String[] head = halves(fields[0], "COLLECTIVE=ALGORITHM");
      CollectiveKind kind = CollectiveKind.named(head[0]);
      if (kind == null) {
        throw new IllegalArgumentException(
            "unknown collective '%s' in '%s'; known are %s"
                .formatted(
                    head[0],
                    specification,
                    Stream.of(CollectiveKind.values())
                        .map(CollectiveKind::label)
                        .collect(Collectors.joining(", "))));
      }
      choices.put(kind, choice(kind, head[1], fields));
    }
    return new Selection(choices, treeReduce);
  }

  /**
   * This selection with the topology tree for broadcast and for the reduces that it can do, those
   * whose operator commutes.
   *
   * @param levels the trees of its levels, such as {@code node=binomial,package=chain}, or one for
   *     all
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public Selection withTree(String levels) {
    String tree = "=" + Shape.TOPOLOGY.label() + "," + TreeSpecification.settings(levels);
    Selection both =
        with(CollectiveKind.BROADCAST.label() + tree).with(CollectiveKind.REDUCE.label() + tree);
    return new Selection(both.asked, both.asked.get(CollectiveKind.REDUCE));
  }

  /**
   * The parameters of the topology tree that {@link #withTree} would take.
   *
   * @throws IllegalArgumentException if a level or a tree is unknown
   */
  public static Parameters treeParameters(String levels) {
    return DEFAULT.withTree(levels).treeReduce.parameters();
  }

  private static Choice choice(CollectiveKind kind, String name, String... fields) {
    Algorithm algorithm = AlgorithmRegistry.named(kind, name);
    Map<Parameter, String> values = new EnumMap<>(Parameter.class);
    for (int i = 1; i < fields.length; i++) {
      String[] setting = halves(fields[i], "PARAMETER=VALUE");
      if (values.put(parameter(algorithm, setting[0]), setting[1]) != null) {
        throw new IllegalArgumentException("'%s' is given twice".formatted(setting[0]));
      }
    }
    return new Choice(algorithm, Parameters.DEFAULT.with(values));
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
                            algorithm.kind().label(),
                            algorithm.name(),
                            label,
                            algorithm.parameters().stream()
                                .sorted()
                                .map(Parameter::label)
                                .collect(Collectors.joining(", ")))));
  }

  private static String[] halves(String text, String shape) {
    String[] halves = text.strip().split("=", 2);
    if (halves.length != 2 || halves[0].isEmpty() || halves[1].isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is not %s; an example: broadcast=chain,segment=32K".formatted(text, shape));
    }
    return halves;
  }

  /**
   * The algorithm to run.
   *
   * @param bytes the length of the message; all ranks pass the same
   * @param commutative false where the order of operands matters
   * @param equalBlocks whether all ranks' blocks have the same length; where not, an algorithm that
   *     was asked for and takes only equal ones gives way to the default
   * @throws IllegalArgumentException if the order of operands matters and the user asked for an
   *     algorithm that does not keep it
   */
  public Choice choose(
      CollectiveKind kind, Context context, long bytes, boolean commutative, boolean equalBlocks) {
    Choice choice = asked.get(kind);
    if (choice == null
        || (!commutative && choice == treeReduce)
        || (!equalBlocks && !choice.algorithm().takesUnequalBlocks())) {
      return Defaults.choose(kind, context, bytes, commutative, equalBlocks);
    }
    if (!commutative && !choice.algorithm().keepsOrder(choice.parameters())) {
      throw new IllegalArgumentException(
          "%s '%s' does not keep the order of operands, which an operator that does not commute needs; use %s"
              .formatted(kind.label(), choice.describe(), AlgorithmRegistry.namesInOrder(kind)));
    }
    return choice;
  }
}
