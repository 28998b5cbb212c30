package io.starling.bench.laboratory.noise;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.Converters;
import io.starling.bench.OptionBounds;
import io.starling.bench.compare.Contender;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.WarmUp;
import io.starling.bench.report.Labels;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.Slots;
import io.starling.runtime.transport.noise.NoiseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What {@code starling noise} can be asked. */
final class NoiseOptions {

  private static final int LEAST_RANKS = 2;
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_PERCENTS = 16;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks; by default one on each usable core, and at least 2")
  private Integer ranks;

  @Option(
      names = "--percent",
      paramLabel = "P",
      split = ",",
      defaultValue = "0,5,10",
      description =
          "the percentage of each rank's time that noise takes on average, 0 to 50"
              + " (${DEFAULT-VALUE}); 0 is always measured, as the reference")
  private List<Double> percents;

  @Option(
      names = "--hertz",
      paramLabel = "F",
      defaultValue = "10",
      description = "how often noise occurs per second (${DEFAULT-VALUE})")
  private double hertz;

  @Option(
      names = "--collective",
      paramLabel = "COLLECTIVE",
      converter = Converters.Kind.class,
      completionCandidates = LoopedKinds.class,
      defaultValue = "broadcast",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private BenchmarkKind kind;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description =
          "Starling's algorithms: adapt, waitall, blocking (all on the tree of the topology),"
              + " multilevel, default, or as in 'starling bench', such as"
              + " broadcast=chain,segment=64K; repeatable ("
              + NoiseAlgorithm.USUAL
              + " for broadcast and reduce, else default)")
  private List<String> algorithms = new ArrayList<>();

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      converter = Converters.Size.class,
      defaultValue = "4M",
      description =
          "the size of a message, with K, M, G or T for powers of 1024 (${DEFAULT-VALUE})")
  private long bytes;

  @Option(
      names = "--library",
      paramLabel = "ID",
      split = ",",
      defaultValue = "starling",
      description = "starling, openmpi, mpich, ... (${DEFAULT-VALUE}); others need --mode stop")
  private List<String> libraries;

  @Option(
      names = "--mode",
      paramLabel = "spin|stop",
      description =
          "spin: each rank spins inside Starling's progress; stop: SIGSTOP and SIGCONT stop the"
              + " process, which is the default with other libraries")
  private String mode;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "how many turns each percentage has (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--time",
      paramLabel = "MS",
      defaultValue = "3000",
      description =
          "the milliseconds of a turn (${DEFAULT-VALUE}); its first period of noise does not count")
  private long timeMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      defaultValue = "300",
      description =
          "the milliseconds of warm-up before the first turn, at least (${DEFAULT-VALUE}); for"
              + " Starling 16 times as long more, and that again times the ranks per core")
  private long warmUpMillis;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "the same seed gives the same noise (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "also write JSON lines: each percentage, library, algorithm and round; - is the standard"
              + " output")
  private Path json;

  /** The collectives that can be called again and again without a barrier. */
  static final class LoopedKinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(BenchmarkKind.values())
          .filter(NoiseOptions::isLooped)
          .map(BenchmarkKind::label)
          .iterator();
    }
  }

  private static boolean isLooped(BenchmarkKind kind) {
    return kind.isCollective() && kind.hasSizes();
  }

  List<String> libraries() {
    return libraries;
  }

  boolean wants(String id) {
    return libraries.contains(id);
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  /** The algorithms of Starling, when {@link #check} has passed. */
  List<NoiseAlgorithm> choices() {
    boolean hasTrees = kind == BenchmarkKind.BROADCAST || kind == BenchmarkKind.REDUCE;
    String usual = hasTrees ? NoiseAlgorithm.USUAL : "default";
    return NoiseAlgorithm.parse(
        kind.collective(), algorithms.isEmpty() ? List.of(usual.split(",")) : algorithms);
  }

  /** How many ranks take part. */
  private int ranks() {
    return ranks == null ? Math.max(LEAST_RANKS, DefaultRanks.here()) : ranks;
  }

  /** The work, when {@link #check} has passed. */
  NoiseWork work() {
    Duration warmUp = Duration.ofMillis(warmUpMillis);
    return new NoiseWork(
        ranks(),
        kind,
        bytes,
        Stream.concat(Stream.of(0.0), percents.stream().map(Math::abs))
            .sorted()
            .distinct()
            .toList(),
        hertz,
        seed,
        mode(),
        rounds,
        Duration.ofMillis(timeMillis),
        WarmUp.first(warmUp, ranks(), DefaultRanks.here()),
        warmUp);
  }

  private boolean hasOthers() {
    return libraries.stream().anyMatch(id -> !id.equals(Contender.STARLING.id()));
  }

  private Mode mode() {
    if (mode == null) {
      return hasOthers() ? Mode.STOP : Mode.SPIN;
    }
    try {
      return Labels.find(Mode.class, mode);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--mode " + e.getMessage(), e);
    }
  }

  /**
   * Checks what can be checked before anything runs.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check() {
    OptionBounds.check("--ranks", ranks(), 2, Slots.MAXIMUM_RANKS);
    OptionBounds.check("--rounds", rounds, 1, MOST_ROUNDS);
    OptionBounds.check("--time", timeMillis, 1, OptionBounds.HOUR);
    OptionBounds.check("--warm-up", warmUpMillis, 0, OptionBounds.HOUR);
    OptionBounds.check("--bytes", bytes, 1, Integer.MAX_VALUE);
    require(
        percents.size() <= MOST_PERCENTS,
        "--percent takes at most %d values, not %d".formatted(MOST_PERCENTS, percents.size()));
    checkNoise("--percent", percents, 1);
    checkNoise("--hertz", List.of(0.0), hertz);
    require(
        timeMillis * hertz >= 2000,
        String.format(
            Locale.ROOT,
            "--time must be at least two periods of noise, not %d ms: the first period of %.0f ms"
                + " does not count",
            timeMillis,
            1000 / hertz));
    require(
        isLooped(kind),
        "--collective must be one of %2$s, not %1$s"
            .formatted(kind.label(), String.join(", ", new LoopedKinds())));
    require(
        !kind.folds() || bytes % Float.BYTES == 0,
        "--bytes must be a multiple of 4 for a reduction of float32, not %d".formatted(bytes));
    require(
        mode() == Mode.STOP || !hasOthers(),
        "--mode must be stop with other libraries, not spin: the noise of spin is inside Starling's"
            + " progress");
    require(
        algorithms.isEmpty() || wants(Contender.STARLING.id()),
        "--algorithm needs starling in --library: it chooses Starling's algorithms only");
    choices();
  }

  private static void checkNoise(String option, List<Double> percents, double hertz) {
    try {
      new NoiseSettings(percents, hertz, 0, 1, OptionalLong.empty(), Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
