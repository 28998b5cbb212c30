package io.starling.collectives.algorithm;

import io.starling.collectives.tree.TreeShape;
import io.starling.collectives.tree.TreeShapes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The trees by name. */
public enum TreeKind {
  CHAIN("chain", "every rank has one child; long messages"),
  BINARY("binary", "every rank has two children"),
  IN_ORDER_BINARY("in-order-binary", "two children, lower ranks left, higher ranks right"),
  BINOMIAL("binomial", "log2(P) levels; short messages"),
  K_NOMIAL("k-nomial", "as binomial, with more children per level"),
  FLAT("flat", "all ranks are children of the root; few ranks"),
  TOPOLOGY("topology", "one tree per level of the hardware, joined at leaders; long messages"),
  RELAY(
      "relay",
      "as topology, but inside a node groups are attached to the last rank of another, so that"
          + " leaders have fewer children; long reduces");

  private final String label;
  private final String description;

  TreeKind(String label, String description) {
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

  /** All trees that depend only on rank, size and root. */
  public static List<TreeKind> plain() {
    return Arrays.stream(values()).filter(shape -> !shape.isOfLevels()).toList();
  }

  /** Whether it consists of a tree per level of the hardware. */
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
          throw new IllegalArgumentException(label + " consists of the other trees");
    };
  }

  /**
   * The tree with a label.
   *
   * @throws IllegalArgumentException if there is no such tree; the message lists the names
   */
  public static TreeKind named(String label) {
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
                                .map(TreeKind::label)
                                .collect(Collectors.joining(", ")))));
  }
}
