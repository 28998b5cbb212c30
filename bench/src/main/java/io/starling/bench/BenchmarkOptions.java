package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Memory;
import io.starling.bench.micro.Settings;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.ReductionOperator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that the launcher reads and hands on to the ranks. */
final class BenchmarkOptions {

  @Parameters(
      paramLabel = "BENCHMARK",
      split = ",",
      arity = "1",
      converter = Converters.Kind.class,
      completionCandidates = Converters.Kind.class,
      description = "${COMPLETION-CANDIDATES}; several with commas between")
  private List<BenchmarkKind> benchmarks;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      description =
          "bytes of a message, with K, M or G for powers of 1024 (8,1K,8K,64K,1M,4M; 4M for"
              + " overlap)")
  private List<Long> sizes = List.of();

  @Option(
      names = "--algorithm",
      paramLabel = "[COLLECTIVE=]NAME[,PARAMETER=VALUE]...",
      description =
          "such as binomial,segment=32K, or broadcast=chain; may be given once for each collective")
  private List<String> algorithms = new ArrayList<>();

  @Option(
      names = "--iterations",
      paramLabel = "K",
      description = "how many are timed; by default as many as fit into --time, at least 20")
  private Long iterations;

  @Option(
      names = "--time",
      paramLabel = "MS",
      defaultValue = "500",
      description = "about how many milliseconds each size is timed (${DEFAULT-VALUE})")
  private long timeMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      defaultValue = "300",
      description =
          "each size runs at least this many milliseconds (${DEFAULT-VALUE}) before it is timed,"
              + " the first of each benchmark eight times as long, so that the JIT compiler is"
              + " done")
  private long warmUpMillis;

  @Option(
      names = "--datatype",
      paramLabel = "TYPE",
      converter = Converters.Type.class,
      defaultValue = "float32",
      description = "what a reduce folds (${DEFAULT-VALUE})")
  private BasicDatatype type;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      converter = Converters.Operator.class,
      defaultValue = "sum",
      description = "what it folds with (${DEFAULT-VALUE})")
  private ReductionOperator operator;

  @Option(
      names = "--memory",
      paramLabel = "WHERE",
      converter = Converters.Place.class,
      defaultValue = "native",
      description = "where messages lie: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})",
      completionCandidates = Converters.Place.class)
  private Memory memory;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object per line to this file")
  private Path json;

  List<BenchmarkKind> benchmarks() {
    return benchmarks;
  }

  /** The sizes that apply to a benchmark; 0 stands for none. */
  List<Long> sizes(BenchmarkKind kind) {
    if (!kind.hasSizes()) {
      return List.of(0L);
    }
    return sizes.isEmpty() ? kind.defaultSizes() : sizes;
  }

  Optional<String> algorithm(BenchmarkKind kind) {
    return AlgorithmChoice.forBenchmark(kind, algorithms);
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  Settings settings() {
    return new Settings(
        type,
        operator,
        memory,
        Duration.ofMillis(warmUpMillis),
        Duration.ofMillis(timeMillis),
        iterations == null ? OptionalLong.empty() : OptionalLong.of(iterations));
  }

  /**
   * Checks what no single option shows.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check(int ranks) {
    require(
        iterations == null || iterations > 0, "--iterations must be at least 1, not " + iterations);
    require(warmUpMillis >= 0, "--warm-up is negative: " + warmUpMillis);
    require(timeMillis > 0, "--time must be at least 1, not " + timeMillis);
    require(
        ranks > 1 || !benchmarks.contains(BenchmarkKind.PINGPONG),
        "pingpong needs two ranks, there is only one");
    benchmarks.forEach(this::algorithm);
    for (long size : sizes) {
      require(
          memory != Memory.HEAP || size <= Integer.MAX_VALUE - 8,
          "no array has %d bytes".formatted(size));
    }
    if (benchmarks.stream().anyMatch(BenchmarkKind::folds)) {
      checkFold();
    }
  }

  private void checkFold() {
    require(
        operator.supports(type),
        "the operator %s is not defined for %s".formatted(operator.name(), type));
    for (long size : sizes) {
      require(
          size % type.extent() == 0,
          "%d bytes hold no whole number of %s, which has %d bytes"
              .formatted(size, type, type.extent()));
    }
  }

  /** The same options as arguments for the ranks. */
  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(benchmarks.stream().map(BenchmarkKind::label).collect(Collectors.joining(",")));
    if (!sizes.isEmpty()) {
      arguments.add(
          "--sizes=" + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    algorithms.forEach(choice -> arguments.add("--algorithm=" + choice));
    if (iterations != null) {
      arguments.add("--iterations=" + iterations);
    }
    arguments.add("--warm-up=" + warmUpMillis);
    arguments.add("--time=" + timeMillis);
    arguments.add("--memory=" + memory.label());
    arguments.add("--datatype=" + type.name().toLowerCase(Locale.ROOT));
    arguments.add("--operator=" + operator.name());
    json().ifPresent(file -> arguments.add("--json=" + file.toAbsolutePath()));
    return arguments;
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
