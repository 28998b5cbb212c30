package io.starling.bench.compare;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.AlgorithmChoice;
import io.starling.bench.AlgorithmOption;
import io.starling.bench.Converters;
import io.starling.bench.FoldOptions;
import io.starling.bench.OptionBounds;
import io.starling.bench.TimingOptions;
import io.starling.bench.WriteOption;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.report.Labels;
import io.starling.launcher.command.HostOptions;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.Slots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code starling compare} can be asked. */
final class CompareOptions {

  /** MPI counts in {@code int}. */
  private static final long LARGEST = Integer.MAX_VALUE;

  private static final int MOST_SIZES = 64;

  /** Rounds double, so a warm-up may take twice as long as was asked for. */
  private static final long OVERSHOOT = 2;

  /** How much longer than that a collective may take. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int LEAST_RANKS = 2;
  private static final int MOST_ROUNDS = 10_000;

  /** In seconds, as that of {@code starling run}. */
  private static final long LONGEST_TIMEOUT = 1_000_000_000;

  @Parameters(
      paramLabel = "COLLECTIVE",
      split = ",",
      arity = "0..*",
      completionCandidates = ComparableKinds.class,
      description = "what to measure: ${COMPLETION-CANDIDATES}; all by default")
  private List<String> positional = new ArrayList<>();

  @Option(
      names = "--collectives",
      paramLabel = "COLLECTIVE",
      split = ",",
      description = "the same as an option")
  private List<String> collectives = new ArrayList<>();

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks; by default one on each usable core or slot, and at least 2")
  private Integer ranks;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      defaultValue = "8,1K,64K,1M,4M,16M",
      description = "bytes, with K, M, G or T for powers of 1024 (${DEFAULT-VALUE})")
  private List<Long> sizes;

  @Option(
      names = "--library",
      paramLabel = "ID",
      split = ",",
      description = "only these: starling, openmpi, mpich, ...; by default all on this machine")
  private List<String> libraries = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "how many turns each library has (${DEFAULT-VALUE})")
  private int rounds;

  @Option(names = "--best", description = "show the best of the rounds, not their median")
  private boolean best;

  @Mixin private TimingOptions timing;

  @Mixin private HostOptions hosts;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "the time limit for all sizes of a collective of a library; by default 300 s more than"
              + " twice the planned warm-up and timing")
  private Long timeoutSeconds;

  @Option(
      names = "--memory",
      paramLabel = "WHERE",
      converter = Converters.Place.class,
      completionCandidates = Converters.Place.class,
      defaultValue = "shared",
      description =
          "the memory of Starling's messages: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}); MPI uses"
              + " MPI_Alloc_mem with shared, else malloc")
  private MessageMemoryKind memory;

  @Mixin private WriteOption write;

  @Mixin private FoldOptions fold;

  @Mixin private AlgorithmOption algorithm;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for the JVMs of Starling's ranks; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "also write JSON lines: the machine, then each cell, library and round; - is the standard"
              + " output")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "also write a page with plots and the table, as one file; - is the standard output")
  private Path html;

  /** The collectives that MPI libraries have too. */
  static final class ComparableKinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(BenchmarkKind.values())
          .filter(BenchmarkKind::isComparable)
          .map(BenchmarkKind::label)
          .iterator();
    }
  }

  /** How many ranks take part. */
  private int ranks() {
    if (ranks == null) {
      ranks = Math.max(LEAST_RANKS, DefaultRanks.on(hosts.request()));
    }
    return ranks;
  }

  /** The work, when {@link #check} has passed. */
  CompareWork work() {
    List<Long> distinct = sizes.stream().sorted().distinct().toList();
    return new CompareWork(
        ranks(),
        kinds(),
        distinct,
        rounds,
        timing.firstWarmUp(ranks()),
        timing.warmUp(),
        timing.time(),
        memory,
        write.toArgument(),
        fold.typeLabel(),
        fold.operator().name(),
        limit(distinct.size()));
  }

  private Duration limit(int sizes) {
    return timeoutSeconds != null
        ? Duration.ofSeconds(timeoutSeconds)
        : PATIENCE
            .plus(timing.firstWarmUp(ranks()).multipliedBy(OVERSHOOT))
            .plus(timing.warmUp().plus(timing.time()).multipliedBy(OVERSHOOT * sizes));
  }

  /** Converted here: picocli takes a bad word for the end of a list of any length. */
  private List<BenchmarkKind> kinds() {
    Set<String> named = new LinkedHashSet<>(positional);
    named.addAll(collectives);
    if (!named.isEmpty()) {
      return named.stream()
          .flatMap(name -> Stream.of(BenchmarkKind.spelledOut(name).split(",", -1)))
          .filter(name -> !name.equals(BenchmarkKind.PASSIVE_PUT.label()))
          .distinct()
          .map(CompareOptions::kind)
          .toList();
    }
    return Stream.concat(
            Arrays.stream(BenchmarkKind.values()).filter(kind -> kind != BenchmarkKind.BARRIER),
            Stream.of(BenchmarkKind.BARRIER))
        .filter(kind -> kind.isComparable() && !kind.isOneSided())
        .filter(kind -> ranks() > 1 || kind != BenchmarkKind.PINGPONG)
        .toList();
  }

  private static BenchmarkKind kind(String name) {
    List<String> known = new ArrayList<>();
    new ComparableKinds().forEach(known::add);
    require(
        known.contains(name) || name.equals(BenchmarkKind.OVERLAP.label()),
        "COLLECTIVE must be one of %s, not '%s'".formatted(String.join(", ", known), name));
    return Labels.find(BenchmarkKind.class, name);
  }

  Library starling() {
    return new StarlingLibrary(algorithm.choices(), List.copyOf(jvmArguments), hosts());
  }

  /** Where ranks run. */
  CompareHosts hosts() {
    return new CompareHosts(hosts.request());
  }

  Results.Statistic statistic() {
    return best ? Results.Statistic.BEST : Results.Statistic.MEDIAN;
  }

  /** Whether a library is wanted. */
  boolean wants(String id) {
    return libraries.isEmpty() || libraries.contains(id);
  }

  /** The libraries that were named, or none. */
  List<String> libraries() {
    return libraries;
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  Optional<Path> html() {
    return Optional.ofNullable(html);
  }

  /**
   * Checks what can be checked before anything runs.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check() {
    OptionBounds.check("--ranks", ranks(), 1, Slots.MAXIMUM_RANKS);
    OptionBounds.check("--rounds", rounds, 1, MOST_ROUNDS);
    timing.check();
    hosts().check(ranks());
    if (timeoutSeconds != null) {
      OptionBounds.check("--timeout", timeoutSeconds, 1, LONGEST_TIMEOUT);
    }
    require(
        sizes.size() <= MOST_SIZES,
        "--sizes takes at most %d sizes, not %d".formatted(MOST_SIZES, sizes.size()));
    for (BenchmarkKind kind : kinds()) {
      require(kind.isComparable(), "only 'starling bench' measures " + kind.label());
      require(
          ranks() > 1 || !kind.isBetweenTwo(),
          kind.label() + " needs at least 2 ranks (-n), not 1");
    }
    write.check(kinds());
    AlgorithmChoice.check(kinds(), algorithm.choices());
    for (long size : sizes) {
      require(size > 0, "--sizes must be at least 1, not 0");
      require(
          size <= LARGEST,
          "--sizes must be at most %d, for MPI counts in int, not %d".formatted(LARGEST, size));
    }
    if (kinds().stream().anyMatch(BenchmarkKind::folds)) {
      ComparableFolds.check(fold);
      fold.check(sizes);
    }
  }
}
