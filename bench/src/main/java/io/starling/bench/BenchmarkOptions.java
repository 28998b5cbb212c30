package io.starling.bench;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.micro.Allocator;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.Settings;
import io.starling.bench.report.Facts;
import io.starling.bench.report.Table;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.DefaultRanks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that the launcher reads and hands on to the ranks. */
final class BenchmarkOptions {

  private static final long MOST_ITERATIONS = 1_000_000_000;

  @Parameters(
      paramLabel = "BENCHMARK",
      arity = "0..1",
      parameterConsumer = Converters.Kinds.class,
      completionCandidates = Converters.Kind.class,
      description = "${COMPLETION-CANDIDATES}; several with commas between")
  private List<BenchmarkKind> benchmarks;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      description =
          "bytes of a message, with K, M, G or T for powers of 1024 (8,1K,8K,64K,1M,4M; 4M for"
              + " overlap)")
  private List<Long> sizes = List.of();

  @Mixin private AlgorithmOption algorithm;

  @Mixin private LoopOptions loop;

  @Option(
      names = "--computing",
      paramLabel = "RANKS",
      converter = Converters.Ranks.class,
      completionCandidates = Converters.Ranks.class,
      description =
          "which ranks compute in overlap: ${COMPLETION-CANDIDATES} (all); the others wait for the"
              + " broadcast")
  private Computing computing;

  @Option(
      names = "--compute",
      paramLabel = "MS",
      description =
          "the milliseconds of a computation in overlap; by default as long as the broadcast alone")
  private Long computeMillis;

  @Mixin private FoldOptions fold;

  @Option(
      names = "--memory",
      paramLabel = "WHERE",
      converter = Converters.Place.class,
      description = "the memory of messages: ${COMPLETION-CANDIDATES} (native)",
      completionCandidates = Converters.Place.class)
  private MessageMemoryKind memory;

  @Mixin private WriteOption write;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      converter = Converters.Device.class,
      completionCandidates = Converters.Device.class,
      defaultValue = "cpu",
      description =
          "cpu, or gpu: messages are in the memory of each rank's GPU, which also folds them"
              + " (${DEFAULT-VALUE})")
  private MemoryOption device;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object per line; - is the standard output")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "also write a page with a plot of the percentiles of each benchmark; - is the standard"
              + " output")
  private Path html;

  @Option(
      names = "--columns",
      paramLabel = "FIGURES",
      converter = Converters.Columns.class,
      completionCandidates = Converters.Columns.class,
      defaultValue = "means",
      description =
          "what the table shows: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}); JSON has both")
  private Table.Columns columns;

  /** What the user typed, for the page. */
  @Option(names = "--command", hidden = true, paramLabel = "COMMAND", defaultValue = "")
  private String command;

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
    return AlgorithmChoice.forBenchmark(kind, algorithm.choices());
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  Optional<Path> html() {
    return Optional.ofNullable(html);
  }

  Table.Columns columns() {
    return columns;
  }

  /** What a page says of how it was made, besides what the machine tells. */
  Facts facts(int ranks) {
    Map<String, String> about = new LinkedHashMap<>();
    about.put("ranks", String.valueOf(ranks));
    about.put(
        "messages",
        "%s memory%s; folds: %s of %s"
            .formatted(
                isOnGpu() ? device.label() : place().label(),
                write.isOn() ? ", written before each message" : "",
                fold.operator().name(),
                fold.typeLabel()));
    return Facts.of(command, about).with("cores", DefaultRanks.here() + " for rank 0");
  }

  boolean isOnGpu() {
    return device == MemoryOption.GPU;
  }

  /** The settings with memory of the host. */
  Settings settings() {
    return settings(place());
  }

  private MessageMemoryKind place() {
    return memory == null ? MessageMemoryKind.NATIVE : memory;
  }

  Settings settings(Allocator place) {
    return new Settings(
        fold.type(),
        fold.operator(),
        place,
        write.isOn(),
        loop.firstWarmUp().orElseGet(() -> loop.timing().firstWarmUp(1)),
        loop.timing().warmUp(),
        loop.timing().time(),
        loop.iterations(),
        computing == null ? Computing.ALL : computing,
        Optional.ofNullable(computeMillis).map(Duration::ofMillis));
  }

  /**
   * Checks what no single option shows.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check(int ranks) {
    loop.check(MOST_ITERATIONS);
    checkOverlap(ranks);
    require(
        ranks > 1 || benchmarks.stream().noneMatch(BenchmarkKind::isBetweenTwo),
        "pingpong needs at least 2 ranks (-n), not 1");
    require(memory == null || !isOnGpu(), "--memory works with --device cpu only");
    require(!write.isOn() || !isOnGpu(), "--write works with --device cpu only");
    write.check(benchmarks);
    AlgorithmChoice.check(benchmarks, algorithm.choices());
    for (long size : sizes) {
      require(
          memory != MessageMemoryKind.HEAP || size <= MessageMemoryKind.LONGEST_ARRAY,
          "--sizes must be at most %d with --memory heap, not %d"
              .formatted(MessageMemoryKind.LONGEST_ARRAY, size));
    }
    if (benchmarks.stream().anyMatch(BenchmarkKind::folds)) {
      fold.check(sizes);
    }
  }

  private void checkOverlap(int ranks) {
    boolean overlaps = benchmarks.contains(BenchmarkKind.OVERLAP);
    require(overlaps || computing == null, "--computing works with the benchmark overlap only");
    require(overlaps || computeMillis == null, "--compute works with the benchmark overlap only");
    if (computeMillis != null) {
      OptionBounds.check("--compute", computeMillis, 1, OptionBounds.HOUR);
    }
    require(
        computing != Computing.RECEIVERS || ranks > 1,
        "--computing receivers needs at least 2 ranks (-n), not 1");
  }

  /** The same options as arguments for so many ranks. */
  List<String> toArguments(int ranks) {
    List<String> arguments = new ArrayList<>();
    arguments.add(benchmarks.stream().map(BenchmarkKind::label).collect(Collectors.joining(",")));
    if (!sizes.isEmpty()) {
      arguments.add(
          "--sizes=" + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    algorithm.toArguments().forEach(arguments::add);
    if (computing != null) {
      arguments.add("--computing=" + computing.label());
    }
    if (computeMillis != null) {
      arguments.add("--compute=" + computeMillis);
    }
    arguments.addAll(loop.toArguments(loop.timing().firstWarmUp(ranks)));
    if (memory != null) {
      arguments.add("--memory=" + memory.label());
    }
    write.toArgument().ifPresent(arguments::add);
    arguments.add("--device=" + device.label());
    arguments.add("--datatype=" + fold.typeLabel());
    arguments.add("--operator=" + fold.operator().name());
    json().ifPresent(file -> arguments.add("--json=" + absolute(file)));
    html().ifPresent(file -> arguments.add("--html=" + absolute(file)));
    arguments.add("--columns=" + columns.label());
    return arguments;
  }

  private static Path absolute(Path file) {
    return StandardOutput.is(file) ? file : file.toAbsolutePath();
  }
}
