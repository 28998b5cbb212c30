package io.starling.collectives.algorithm;

/**
 * The algorithms that run where nothing is asked for: short messages go down a binomial tree, which
 * has the fewest steps, long ones down a chain, in which every rank sends each byte once. Figures:
 * {@code docs/performance.md}.
 */
final class Defaults {

  private static final long LONG_FROM = 128 << 10;
  private static final long SEGMENT = 128 << 10;

  static final Choice BARRIER = choice(CollectiveKind.BARRIER, "dissemination");

  private static final Choice SHORT_BROADCAST = choice(CollectiveKind.BROADCAST, Shape.BINOMIAL);
  private static final Choice LONG_BROADCAST = choice(CollectiveKind.BROADCAST, Shape.CHAIN);
  private static final Choice SHORT_REDUCE = choice(CollectiveKind.REDUCE, Shape.BINOMIAL);
  private static final Choice LONG_REDUCE = choice(CollectiveKind.REDUCE, Shape.CHAIN);
  private static final Choice IN_ORDER_REDUCE =
      choice(CollectiveKind.REDUCE, Shape.IN_ORDER_BINARY);

  private Defaults() {}

  private static Choice choice(CollectiveKind kind, Shape shape) {
    return choice(kind, shape.label());
  }

  private static Choice choice(CollectiveKind kind, String name) {
    return new Choice(AlgorithmRegistry.named(kind, name), Parameters.DEFAULT.withSegment(SEGMENT));
  }

  static Choice broadcast(long bytes) {
    return bytes < LONG_FROM ? SHORT_BROADCAST : LONG_BROADCAST;
  }

  static Choice reduce(long bytes, boolean commutative) {
    if (!commutative) {
      return IN_ORDER_REDUCE;
    }
    return bytes < LONG_FROM ? SHORT_REDUCE : LONG_REDUCE;
  }
}
