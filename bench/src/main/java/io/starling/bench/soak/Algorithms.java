package io.starling.bench.soak;

import io.starling.collectives.selection.AlgorithmDescription;
import java.util.List;

/** Draws algorithms from the registry, with any values of their parameters. */
final class Algorithms {

  private static final List<String> TREES =
      List.of("chain", "binary", "in-order-binary", "binomial", "k-nomial", "flat");
  private static final List<Integer> SEGMENTS =
      List.of(100, 777, 1 << 10, 4 << 10, 10_000, 16 << 10, 64 << 10, (128 << 10) + 1, 1 << 20);
  private static final List<AlgorithmDescription> ALL = AlgorithmDescription.all();

  /** Every fourth call takes what the tables say. */
  private static final int BY_TABLE = 25;

  private Algorithms() {}

  /**
   * A specification for {@link io.starling.collectives.Communicator#withAlgorithm}; empty for the
   * one of the tables.
   */
  static String draw(SeededRandom draw, String collective, boolean commutative) {
    if (draw.percent(BY_TABLE)) {
      return "";
    }
    List<AlgorithmDescription> fitting =
        ALL.stream()
            .filter(algorithm -> algorithm.collective().equals(collective))
            .filter(algorithm -> commutative || algorithm.keepsOrder())
            .toList();
    AlgorithmDescription algorithm = draw.pick(fitting);
    StringBuilder text = new StringBuilder(collective + "=" + algorithm.name());
    int sends = draw.between(1, 6);
    for (String parameter : algorithm.parameters()) {
      boolean isOrder = parameter.equals("tree") && !commutative;
      if (isOrder || parameter.endsWith("window") || draw.percent(60)) {
        text.append(',').append(parameter).append('=');
        text.append(
            switch (parameter) {
              case "segment" -> draw.pick(SEGMENTS);
              case "send-window" -> sends;
              case "receive-window" -> sends + draw.between(1, 6);
              case "radix" -> draw.between(2, 8);
              case "tree" -> isOrder ? "in-order-binary" : draw.pick(TREES);
              default -> draw.pick(TREES);
            });
      }
    }
    return text.toString();
  }
}
