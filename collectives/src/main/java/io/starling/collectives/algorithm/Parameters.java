package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.exchange.Tuning;
import io.starling.collectives.operation.TreePlan;
import io.starling.collectives.tree.TopologyTree;
import io.starling.collectives.tree.TreeShape;
import io.starling.runtime.memory.ByteSize;
import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The values of an algorithm's parameters; see {@link Parameter}.
 *
 * @param segmentBytes the length of segments in bytes, before it is rounded to whole elements
 * @param levels the trees of a topology tree's levels that are not chains
 */
public record Parameters(
    long segmentBytes,
    int sendWindow,
    int receiveWindow,
    int radix,
    TreeKind tree,
    Map<Level, TreeKind> levels) {

  /** A pattern sends a byte to the same peer at most this often. */
  private static final int MESSAGES_OF_A_PEER = 4;

  /** The default values. */
  public static final Parameters DEFAULT =
      new Parameters(128 << 10, 4, 8, 4, TreeKind.BINOMIAL, Map.of());

  public Parameters {
    if (segmentBytes < 1) {
      throw new IllegalArgumentException("segment must be at least 1 byte, not " + segmentBytes);
    }
    if (sendWindow < 1) {
      throw new IllegalArgumentException("send-window must be at least 1, not " + sendWindow);
    }
    if (receiveWindow <= sendWindow) {
      throw new IllegalArgumentException(
          "receive-window (%d) must be more than send-window (%d)"
              .formatted(receiveWindow, sendWindow));
    }
    if (radix < 2) {
      throw new IllegalArgumentException("radix must be at least 2, not " + radix);
    }
    levels = Map.copyOf(levels);
    for (TreeKind shape : levels.values()) {
      if (shape.isOfLevels()) {
        throw new IllegalArgumentException(
            "the tree of a level can't be %s, which consists of levels itself"
                .formatted(shape.label()));
      }
    }
  }

  /** These parameters with another tree. */
  public Parameters withTree(TreeKind shape) {
    return new Parameters(segmentBytes, sendWindow, receiveWindow, radix, shape, levels);
  }

  /**
   * These parameters with values from a text. If only the send window is given, the receive window
   * is derived from it.
   */
  Parameters with(Map<Parameter, String> values) {
    int sends = whole(values, Parameter.SEND_WINDOW, sendWindow);
    int receivesAtLeast = Math.max(receiveWindow, sends + 1);
    return new Parameters(
        values.containsKey(Parameter.SEGMENT)
            ? ByteSize.parse(values.get(Parameter.SEGMENT))
            : segmentBytes,
        sends,
        whole(values, Parameter.RECEIVE_WINDOW, receivesAtLeast),
        whole(values, Parameter.RADIX, radix),
        values.containsKey(Parameter.TREE) ? TreeKind.named(values.get(Parameter.TREE)) : tree,
        levels(values));
  }

  private Map<Level, TreeKind> levels(Map<Parameter, String> values) {
    Map<Level, TreeKind> shapes = new EnumMap<>(Level.class);
    shapes.putAll(levels);
    for (Level level : Level.values()) {
      String value = values.get(Parameter.of(level));
      if (value != null) {
        shapes.put(level, TreeKind.named(value));
      }
    }
    return shapes;
  }

  private static int whole(Map<Parameter, String> values, Parameter parameter, int otherwise) {
    String value = values.get(parameter);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          parameter.label() + " is not a whole number: '" + value + "'", e);
    }
  }

  /** Whether a tree has a radix. */
  boolean usesRadix() {
    return tree == TreeKind.K_NOMIAL || levels.containsValue(TreeKind.K_NOMIAL);
  }

  /**
   * These parameters for an exchange: segments of whole elements, at most as long as the message.
   */
  public Tuning tuning(Problem problem, Hierarchy hierarchy) {
    long bytes = problem.bytes() == Problem.UNKNOWN ? segmentBytes : problem.bytes();
    long segment =
        TreePlan.segmentBytes(segmentBytes, MESSAGES_OF_A_PEER * bytes, problem.elementBytes());
    long whole = Math.max(problem.elementBytes(), bytes);
    return new Tuning(
        Math.min(segment, whole),
        sendWindow,
        receiveWindow,
        radix,
        shape(tree, hierarchy),
        level -> treeOf(level).with(radix));
  }

  /** The tree between the groups of a level. */
  public TreeKind treeOf(Level level) {
    return levels.getOrDefault(level, TreeKind.CHAIN);
  }

  /** The shape of tree {@code shape} with these parameters, for the rank with these groups. */
  public TreeShape shape(TreeKind shape, Hierarchy hierarchy) {
    Function<Level, TreeShape> shapes = level -> treeOf(level).with(radix);
    return switch (shape) {
      case TOPOLOGY -> new TopologyTree(hierarchy, shapes);
      case RELAY -> TopologyTree.relaying(hierarchy, shapes);
      case CHAIN, BINARY, IN_ORDER_BINARY, BINOMIAL, K_NOMIAL, FLAT -> shape.with(radix);
    };
  }
}
