package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code --algorithm}: {@code NAME[,parameter=value]…}, for one collective if {@code
 * broadcast=} precedes it.
 */
final class AlgorithmChoice {

  private AlgorithmChoice() {}

  /**
   * The specification for {@link io.starling.collectives.Communicator#withAlgorithm}, from the last
   * choice that concerns this benchmark; empty if none does.
   *
   * @throws IllegalArgumentException if a choice is for no benchmark that has algorithms
   */
  static Optional<String> forBenchmark(BenchmarkKind kind, List<String> choices) {
    Optional<String> specification = Optional.empty();
    for (String choice : choices) {
      String head = choice.split(",", 2)[0];
      int equals = head.indexOf('=');
      boolean concerns =
          equals < 0
              ? kind.isCollective()
              : kind.collective().equals(collective(head.substring(0, equals)));
      if (concerns) {
        specification = Optional.of(equals < 0 ? kind.collective() + "=" + choice : choice);
      }
    }
    return specification;
  }

  /** Some collectives have several benchmarks, such as {@code reduce-scatter-block}. */
  private static String collective(String name) {
    if (Arrays.stream(BenchmarkKind.values())
        .anyMatch(kind -> kind.isCollective() && kind.collective().equals(name))) {
      return name;
    }
    BenchmarkKind kind = BenchmarkKind.named(name);
    if (!kind.isCollective()) {
      throw new IllegalArgumentException(kind.label() + " has no algorithms to choose from");
    }
    return kind.collective();
  }
}
