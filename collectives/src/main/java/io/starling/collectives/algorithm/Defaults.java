package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Context;
import java.util.EnumMap;
import java.util.Map;

/**
 * The algorithms that run where nothing is asked for: short messages go down a binomial tree, which
 * has the fewest steps, long ones down a chain, in which every rank sends each byte once. Between
 * two ranks there is nothing to pipeline a broadcast with, so its segments are long; a reduce still
 * folds one segment while the next one travels. Where there are several nodes, the same trees span
 * each level by itself. Figures: {@code docs/performance.md}.
 */
final class Defaults {

  private static final long LONG_FROM = 128 << 10;
  private static final long SEGMENT = 128 << 10;
  private static final long ONE_HOP_SEGMENT = 1 << 20;

  private static final Choice ONE_HOP_BROADCAST =
      choice(CollectiveKind.BROADCAST, Shape.CHAIN, ONE_HOP_SEGMENT);
  private static final Choice SHORT_BROADCAST =
      choice(CollectiveKind.BROADCAST, Shape.BINOMIAL, SEGMENT);
  private static final Choice LONG_BROADCAST =
      choice(CollectiveKind.BROADCAST, Shape.CHAIN, SEGMENT);
  private static final Choice SHORT_REDUCE = choice(CollectiveKind.REDUCE, Shape.BINOMIAL, SEGMENT);
  private static final Choice LONG_REDUCE = choice(CollectiveKind.REDUCE, Shape.CHAIN, SEGMENT);
  private static final Choice ONE_HOP_REDUCE =
      choice(CollectiveKind.REDUCE, Shape.CHAIN, ONE_HOP_SEGMENT);
  private static final Choice IN_ORDER_REDUCE =
      choice(CollectiveKind.REDUCE, Shape.IN_ORDER_BINARY, SEGMENT);

  private static final Choice SHORT_BROADCAST_BETWEEN_NODES =
      levels(CollectiveKind.BROADCAST, Shape.BINOMIAL);
  private static final Choice LONG_BROADCAST_BETWEEN_NODES =
      levels(CollectiveKind.BROADCAST, Shape.CHAIN);
  private static final Choice SHORT_REDUCE_BETWEEN_NODES =
      levels(CollectiveKind.REDUCE, Shape.BINOMIAL);
  private static final Choice LONG_REDUCE_BETWEEN_NODES =
      levels(CollectiveKind.REDUCE, Shape.CHAIN);

  private Defaults() {}

  private static Choice levels(CollectiveKind kind, Shape shape) {
    return new Choice(
        AlgorithmRegistry.named(kind, Shape.TOPOLOGY.label()),
        Parameters.DEFAULT.withSegment(SEGMENT).withLevels(shape));
  }

  private static Choice choice(CollectiveKind kind, Shape shape, long segmentBytes) {
    return new Choice(
        AlgorithmRegistry.named(kind, shape.label()), Parameters.DEFAULT.withSegment(segmentBytes));
  }

  private static final Map<CollectiveKind, Choice> OF_KIND = ofKinds();

  private static Map<CollectiveKind, Choice> ofKinds() {
    Map<CollectiveKind, Choice> choices = new EnumMap<>(CollectiveKind.class);
    for (CollectiveKind kind : CollectiveKind.values()) {
      AlgorithmRegistry.of(kind).stream()
          .filter(algorithm -> algorithm.takesUnequalBlocks())
          .filter(algorithm -> !kind.folds() || algorithm.keepsOrder(Parameters.DEFAULT))
          .findFirst()
          .ifPresent(algorithm -> choices.put(kind, new Choice(algorithm, Parameters.DEFAULT)));
    }
    return choices;
  }

  static Choice choose(
      CollectiveKind kind, Context context, long bytes, boolean commutative, boolean equalBlocks) {
    return switch (kind) {
      case BROADCAST -> broadcast(context, bytes);
      case REDUCE -> reduce(context, bytes, commutative);
      default -> OF_KIND.get(kind);
    };
  }

  private static Choice broadcast(Context context, long bytes) {
    if (context.size() <= 2) {
      return ONE_HOP_BROADCAST;
    }
    if (context.layout().table().nodes() > 1) {
      return bytes < LONG_FROM ? SHORT_BROADCAST_BETWEEN_NODES : LONG_BROADCAST_BETWEEN_NODES;
    }
    return bytes < LONG_FROM ? SHORT_BROADCAST : LONG_BROADCAST;
  }

  private static Choice reduce(Context context, long bytes, boolean commutative) {
    if (!commutative) {
      return IN_ORDER_REDUCE;
    }
    if (context.size() <= 2) {
      return bytes <= ONE_HOP_SEGMENT ? ONE_HOP_REDUCE : LONG_REDUCE;
    }
    if (context.layout().table().nodes() > 1) {
      return bytes < LONG_FROM ? SHORT_REDUCE_BETWEEN_NODES : LONG_REDUCE_BETWEEN_NODES;
    }
    return bytes < LONG_FROM ? SHORT_REDUCE : LONG_REDUCE;
  }
}
