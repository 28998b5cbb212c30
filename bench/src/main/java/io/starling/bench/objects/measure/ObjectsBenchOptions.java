package io.starling.bench.objects.measure;

import io.starling.bench.Converters;
import io.starling.bench.LoopOptions;
import io.starling.bench.TimingOptions;
import io.starling.bench.report.Units;
import io.starling.launcher.output.StandardOutput;
import io.starling.runtime.memory.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that the launcher reads and hands on to the ranks. */
final class ObjectsBenchOptions {

  private static final long LEAST_MEMORY = 16 << 20;
  private static final long MOST_ITERATIONS = 1_000_000;

  @Parameters(
      paramLabel = "BENCHMARK",
      arity = "0..1",
      parameterConsumer = ObjectsBenchmark.Several.class,
      completionCandidates = ObjectsBenchmark.Words.class,
      description =
          "${COMPLETION-CANDIDATES}; several with commas between; all by default, recovery on 3"
              + " hosts or more")
  private List<ObjectsBenchmark> benchmarks = new ArrayList<>();

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      description =
          "bytes of an object, with K, M, G or T for powers of 1024; by default 1K to 1G, whichever"
              + " suit a benchmark")
  private List<Long> sizes = new ArrayList<>();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "1G",
      description =
          "the memory of the store of each host (${DEFAULT-VALUE}); what does not fit is left out")
  private String memory;

  @Mixin private LoopOptions loop;

  @Option(
      names = "--with",
      paramLabel = "PEER",
      split = ",",
      converter = PeerKind.Words.class,
      completionCandidates = PeerKind.Words.class,
      description =
          "other systems to measure in the same job, each size right after Starling:"
              + " ${COMPLETION-CANDIDATES}; what is not installed is left out")
  private List<PeerKind> peers = new ArrayList<>();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object per line; - is the standard output")
  private Path json;

  /** What applies to so many ranks. */
  List<ObjectsBenchmark> benchmarks(int ranks) {
    return benchmarks.isEmpty()
        ? Arrays.stream(ObjectsBenchmark.values())
            .filter(benchmark -> benchmark.leastRanks() <= ranks)
            .toList()
        : benchmarks;
  }

  /** The sizes for one of them. */
  List<Long> sizes(ObjectsBenchmark benchmark) {
    return sizes.isEmpty() || !benchmark.takesSizes() ? benchmark.defaultSizes() : sizes;
  }

  long memory() {
    return ByteSize.parse(memory);
  }

  List<PeerKind> peers() {
    return peers;
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  OptionalLong iterations() {
    return loop.iterations();
  }

  /** How many recoveries are timed: each takes a second. */
  int recoveries() {
    return (int) Math.min(iterations().orElse(RecoveryTrial.USUAL), RecoveryTrial.MOST);
  }

  TimingOptions timing() {
    return loop.timing();
  }

  /** How long a JVM is warmed up, for its JIT compiler. */
  Duration firstWarmUp() {
    return loop.firstWarmUp().orElseGet(timing()::warmUp);
  }

  Stopwatch stopwatch(Meeting meeting) {
    TimingOptions timing = timing();
    return new Stopwatch(meeting, firstWarmUp(), timing.warmUp(), timing.time(), iterations());
  }

  /**
   * Checks what no single option shows.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check(int ranks) {
    loop.check(MOST_ITERATIONS);
    long bytes;
    try {
      bytes = memory();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--memory: " + e.getMessage(), e);
    }
    if (bytes < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "--memory must be at least %s, not '%s'".formatted(Units.bytes(LEAST_MEMORY), memory));
    }
    for (long size : sizes) {
      if (size < Float.BYTES || size % Float.BYTES != 0) {
        throw new IllegalArgumentException(
            "--sizes must be multiples of 4, the bytes of a FLOAT32, not " + size);
      }
    }
    for (ObjectsBenchmark benchmark : benchmarks) {
      if (benchmark.leastRanks() > ranks) {
        throw new IllegalArgumentException(
            "%s needs at least %d ranks (-n), not %d"
                .formatted(benchmark.label(), benchmark.leastRanks(), ranks));
      }
    }
  }

  /** The same options as arguments for so many ranks. */
  List<String> toArguments(int ranks) {
    List<String> arguments = new ArrayList<>();
    arguments.add(
        benchmarks(ranks).stream().map(ObjectsBenchmark::label).collect(Collectors.joining(",")));
    if (!sizes.isEmpty()) {
      arguments.add(
          "--sizes=" + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    arguments.add("--memory=" + memory);
    arguments.addAll(loop.toArguments(loop.timing().firstWarmUp(1)));
    peers.forEach(peer -> arguments.add("--with=" + peer.label()));
    json()
        .map(file -> StandardOutput.is(file) ? file : file.toAbsolutePath())
        .ifPresent(file -> arguments.add("--json=" + file));
    return arguments;
  }
}
