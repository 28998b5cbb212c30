package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
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
      boolean concerns = equals < 0 ? kind.isCollective() : collective(head, equals) == kind;
      if (concerns) {
        specification = Optional.of(equals < 0 ? kind.label() + "=" + choice : choice);
      }
    }
    return specification;
  }

  private static BenchmarkKind collective(String head, int equals) {
    BenchmarkKind kind = BenchmarkKind.named(head.substring(0, equals));
    if (!kind.isCollective()) {
      throw new IllegalArgumentException(kind.label() + " has no algorithms to choose from");
    }
    return kind;
  }
}
