package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Labels;
import io.starling.collectives.job.SelectionCheck;
import io.starling.collectives.settings.JobVariables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code --algorithm}: {@code NAME[,parameter=value]…}, for one collective if {@code
 * broadcast=} precedes it.
 */
public final class AlgorithmChoice {

  private AlgorithmChoice() {}

  /**
   * Refuses what no rank could choose, before there are ranks.
   *
   * @throws IllegalArgumentException if a choice is for no benchmark that has algorithms, or an
   *     algorithm, a parameter or a value is unknown
   */
  public static void check(List<BenchmarkKind> kinds, List<String> choices) {
    for (String choice : choices) {
      int equals = head(choice).indexOf('=');
      if (equals >= 0) {
        collective(choice.substring(0, equals));
        checkSpecification(choice);
      } else {
        kinds.stream()
            .filter(BenchmarkKind::hasAlgorithms)
            .forEach(kind -> checkSpecification(kind.collective() + "=" + choice));
      }
    }
  }

  private static void checkSpecification(String specification) {
    new SelectionCheck().check(Map.of(JobVariables.ALGORITHM, specification));
  }

  /** What to say of a benchmark that is named where a collective is wanted; else nothing. */
  static String hint(String name) {
    return Arrays.stream(BenchmarkKind.values())
        .filter(kind -> kind.label().equals(name) && !kind.collective().equals(name))
        .map(kind -> "; the algorithms of %s are those of %s".formatted(name, kind.collective()))
        .findFirst()
        .orElse("");
  }

  private static String head(String choice) {
    return choice.split(",", 2)[0];
  }

  /**
   * The specification for {@link io.starling.collectives.Communicator#withAlgorithm}, from the last
   * choice that concerns this benchmark; empty if none does.
   *
   * @throws IllegalArgumentException if a choice is for no benchmark that has algorithms
   */
  static Optional<String> forBenchmark(BenchmarkKind kind, List<String> choices) {
    Optional<String> specification = Optional.empty();
    for (String choice : choices) {
      String head = head(choice);
      int equals = head.indexOf('=');
      boolean concerns =
          equals < 0
              ? kind.hasAlgorithms()
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
    BenchmarkKind kind;
    try {
      kind = Labels.find(BenchmarkKind.class, name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--algorithm: the collective " + e.getMessage(), e);
    }
    if (!kind.isCollective()) {
      throw new IllegalArgumentException(
          "--algorithm: %s has no algorithms to choose from".formatted(kind.label()));
    }
    return kind.collective();
  }
}
