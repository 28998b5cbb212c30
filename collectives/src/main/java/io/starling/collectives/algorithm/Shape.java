package io.starling.collectives.algorithm;

import io.starling.collectives.tree.TreeShape;
import io.starling.collectives.tree.TreeShapes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The trees by name. */
public enum Shape {
  CHAIN("chain", "every rank has one child; long messages"),
  BINARY("binary", "every rank has two children"),
  IN_ORDER_BINARY("in-order-binary", "two children, lower ranks left, higher ranks right"),
  BINOMIAL("binomial", "log2(P) levels; short messages"),
  K_NOMIAL("k-nomial", "as binomial, with more children per level"),
  FLAT("flat", "all ranks are children of the root; few ranks"),
  TOPOLOGY("topology", "one tree per level of the hardware, glued at leaders; long messages"),
  RELAY(
      "relay",
      "as topology, but inside a node groups hang at the last rank of another, so that leaders have"
          + " fewer children; long reduces");

  private final String label;
  private final String description;

  Shape(String label, String description) {
    this.label = label;
    this.description = description;
  }

  public String label() {
    return label;
  }

  public String description() {
    return description;
  }

  /** Whether a reduce on this tree folds in rank order for any root. */
  public boolean isInOrder() {
    return this == IN_ORDER_BINARY;
  }

  /** All that depend on nothing but rank, size and root. */
  public static List<Shape> plain() {
    return Arrays.stream(values()).filter(shape -> !shape.isOfLevels()).toList();
  }

  /** Whether it is made of a tree for each level of the hardware. */
  public boolean isOfLevels() {
    return this == TOPOLOGY || this == RELAY;
  }

  TreeShape with(int radix) {
    return switch (this) {
      case CHAIN -> TreeShapes::chain;
      case BINARY -> TreeShapes::binary;
      case IN_ORDER_BINARY -> TreeShapes::inOrderBinary;
      case BINOMIAL -> TreeShapes::binomial;
      case K_NOMIAL -> (rank, size, root) -> TreeShapes.kNomial(rank, size, root, radix);
      case FLAT -> TreeShapes::flat;
      case TOPOLOGY, RELAY ->
          throw new IllegalArgumentException(label + " is made of the other trees");
    };
  }

  /**
   * The one with this label.
   *
   * @throws IllegalArgumentException if there is no such tree; the message lists the known
   */
  public static Shape named(String label) {
    return Arrays.stream(values())
        .filter(shape -> shape.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown tree '%s'; known are %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Shape::label)
                                .collect(Collectors.joining(", ")))));
  }
}
