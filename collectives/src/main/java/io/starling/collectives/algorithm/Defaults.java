package io.starling.collectives.algorithm;

/**
 * The algorithms that run where nothing is asked for: short messages go down a binomial tree, which
 * has the fewest steps, long ones down a chain, in which every rank sends each byte once. Figures:
 * {@code docs/performance.md}.
 */
final class Defaults {

  private static final long CHAIN_FROM = 128 << 10;
  private static final long SHORT_SEGMENTS_BELOW = 512 << 10;
  private static final long SHORT_SEGMENT = 16 << 10;
  private static final long LONG_SEGMENT = 64 << 10;

  private Defaults() {}

  static Choice choose(CollectiveKind kind, int size, long bytes) {
    Shape shape = bytes < CHAIN_FROM && size > 2 ? Shape.BINOMIAL : Shape.CHAIN;
    return new Choice(AlgorithmRegistry.named(kind, shape.label()), parameters(bytes));
  }

  static Choice inOrderReduce(long bytes) {
    return new Choice(
        AlgorithmRegistry.named(CollectiveKind.REDUCE, Shape.IN_ORDER_BINARY.label()),
        parameters(bytes));
  }

  private static Parameters parameters(long bytes) {
    return Parameters.DEFAULT.withSegment(
        bytes < SHORT_SEGMENTS_BELOW ? SHORT_SEGMENT : LONG_SEGMENT);
  }
}
