package io.starling.bench.soak;

import static io.starling.bench.OptionBounds.require;

import io.starling.launcher.command.HostOptions;
import io.starling.launcher.command.ThreadOptions;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.placing.Slots;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code starling bench soak} can be asked. */
final class SoakOptions {

  private static final int LEAST_RANKS = 2;
  private static final long MOST_SECONDS = 7 * 86_400L;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks; by default one on each usable core or slot, and at least 2")
  private Integer ranks;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "how long to run on each transport (${DEFAULT-VALUE})")
  private long seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "the seed of all choices; by default a random one, which is printed")
  private Long seed;

  @Option(
      names = "--transport",
      paramLabel = "auto|shared|ucx",
      split = ",",
      description =
          "the transports, tested one after the other; by default shared,ucx on one host, and auto"
              + " over several: shared memory within each host and UCX between them")
  private List<String> transports = List.of();

  @Option(
      names = "--failures",
      description =
          "ranks kill themselves at random moments, and the others revoke and shrink; when fewer"
              + " than --minimum are left, a new job starts")
  private boolean failures;

  @Option(
      names = "--minimum",
      paramLabel = "N",
      description =
          "the fewest ranks that may be left with --failures (2, or all if there are fewer)")
  private Integer minimum;

  @Option(
      names = "--from",
      paramLabel = "STEP",
      defaultValue = "0",
      description = "the first step (${DEFAULT-VALUE})")
  private long from;

  @Option(names = "--steps", paramLabel = "N", description = "how many steps at most")
  private Long steps;

  @Option(
      names = "--stall",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "after how long a step counts as hanging (${DEFAULT-VALUE})")
  private long stallSeconds;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      defaultValue = "256",
      description = "the fixed size of each rank's heap (${DEFAULT-VALUE})")
  private int heap;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "also write JSON lines: the samples of each rank, and the totals; - is the standard"
              + " output")
  private Path json;

  @Option(names = "--fault", hidden = true, defaultValue = "NONE")
  private Fault fault;

  @Mixin private ThreadOptions threads;

  @Mixin private HostOptions hosts;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for each rank's JVM; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  private HostRequest where;
  private HostsChoice choice;

  /**
   * Checks what can be checked before anything runs.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  void check() {
    between("--ranks", ranks(), 1, Slots.MAXIMUM_RANKS);
    between("--seconds", seconds, 1, MOST_SECONDS);
    between("--minimum", minimum(), 1, ranks());
    between("--from", from, 0, Long.MAX_VALUE / Step.MOST_TASKS);
    between("--steps", steps(), 1, Long.MAX_VALUE);
    between("--stall", stallSeconds, 1, MOST_SECONDS);
    between("--heap", heap, 64, 1 << 20);
    for (String transport : transports) {
      require(
          List.of("auto", "shared", "ucx").contains(transport),
          "--transport must be auto, shared or ucx, not '%s'".formatted(transport));
      require(
          !transport.equals("shared") || !hasManyHosts(),
          "--transport shared needs all ranks on one host; use auto");
    }
    require(!failures || ranks() > 1, "--failures needs at least 2 ranks (-n), not 1");
  }

  private static void between(String option, long number, long least, long most) {
    require(
        number >= least && number <= most,
        "%s must be %d to %d, not %d".formatted(option, least, most, number));
  }

  int ranks() {
    if (ranks == null) {
      ranks = Math.max(LEAST_RANKS, DefaultRanks.on(hosts()));
    }
    return ranks;
  }

  /** Where the ranks run. */
  HostRequest hosts() {
    if (where == null) {
      where = hosts.request();
    }
    return where;
  }

  /** Whether ranks are not started by the launcher itself, which may be so on this host, too. */
  boolean hasOtherHosts() {
    return choice().kind() != LauncherKind.LOCAL;
  }

  private boolean hasManyHosts() {
    return choice().hosts().size() > 1;
  }

  private HostsChoice choice() {
    if (choice == null) {
      choice = HostsChoice.here(hosts());
    }
    return choice;
  }

  /** Drawn once where the user has given none. */
  long seed() {
    if (seed == null) {
      seed = (long) new SecureRandom().nextInt(Integer.MAX_VALUE);
    }
    return seed;
  }

  Duration time() {
    return Duration.ofSeconds(seconds);
  }

  Duration stall() {
    return Duration.ofSeconds(stallSeconds);
  }

  List<String> transports() {
    if (!transports.isEmpty()) {
      return transports;
    }
    return hasManyHosts() ? List.of("auto") : List.of("shared", "ucx");
  }

  boolean failures() {
    return failures;
  }

  long from() {
    return from;
  }

  private long steps() {
    return steps == null ? Long.MAX_VALUE : steps;
  }

  /** What a job is to do that begins at a step, with so much time left. */
  SoakPlan orders(long firstStep, Duration left) {
    return new SoakPlan(
        seed(),
        firstStep,
        steps() - (firstStep - from),
        left.toMillis(),
        failures,
        minimum(),
        stall().toMillis(),
        fault);
  }

  private int minimum() {
    return minimum == null ? Math.min(LEAST_RANKS, ranks()) : minimum;
  }

  /** A heap that is there from the start leaves all growth of private memory to native memory. */
  List<String> jvmArguments(Path folder) {
    List<String> arguments = new ArrayList<>();
    arguments.add("-Xms" + heap + "m");
    arguments.add("-Xmx" + heap + "m");
    arguments.add("-XX:+AlwaysPreTouch");
    arguments.add("-Djava.io.tmpdir=" + folder);
    arguments.addAll(jvmArguments);
    return arguments;
  }

  Map<String, String> threads() {
    return threads.variables();
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }
}
