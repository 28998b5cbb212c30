package io.starling.bench.laboratory.study;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.Converters;
import io.starling.bench.OptionBounds;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What the user says about the experiment on noise. */
final class NoiseChoices {

  private static final int MOST_PERCENT = 50;
  private static final int MOST_PERIODS = 10_000;
  private static final int MOST_APART = 10_000;
  private static final double PERIOD = 1000 / NoiseSettings.HERTZ;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description =
          "noise: how many ranks (1024 on cori, 1536 on stampede2; with --quick those of 2 nodes)")
  private Integer ranks;

  @Option(
      names = "--percent",
      paramLabel = "P",
      split = ",",
      defaultValue = "10",
      description = "noise: how much of its time each rank loses, 1 to 50 (${DEFAULT-VALUE})")
  private List<Double> percents;

  @Option(
      names = "--skew",
      paramLabel = "MS",
      split = ",",
      defaultValue = "0,5,20,100",
      description =
          "noise: how many milliseconds apart the ranks' timers start, from 0, in phase, to 100, a"
              + " period: independent (${DEFAULT-VALUE})")
  private List<Double> skews;

  @Option(
      names = "--periods",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "noise: how many periods of 100 ms a loop lasts; with fewer than 20 the result is chance"
              + " (${DEFAULT-VALUE})")
  private int periods;

  @Option(
      names = "--collective",
      paramLabel = "C",
      split = ",",
      defaultValue = "broadcast,reduce",
      converter = Collectives.class,
      completionCandidates = Collectives.class,
      description = "noise: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private List<StudyCollective> collectives;

  @Option(
      names = "--root",
      paramLabel = "R",
      defaultValue = "fixed",
      converter = Roots.class,
      completionCandidates = Roots.class,
      description =
          "noise: the root in a loop: ${COMPLETION-CANDIDATES}; rotating is the next rank each time"
              + " (${DEFAULT-VALUE})")
  private Looping.Root root;

  @Option(
      names = "--barrier",
      paramLabel = "B",
      defaultValue = "none",
      converter = Barriers.class,
      completionCandidates = Barriers.class,
      description =
          "noise: whether there is a barrier after each collective, inside or outside of what is"
              + " timed: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private Looping.Barrier barrier;

  @Option(
      names = "--timing",
      paramLabel = "T",
      defaultValue = "last",
      converter = Timings.class,
      completionCandidates = Timings.class,
      description =
          "noise: the time of a collective: ${COMPLETION-CANDIDATES}; mean over ranks, or from the"
              + " first start to the last end (${DEFAULT-VALUE})")
  private Looping.Timing timing;

  @Option(
      names = "--implementation",
      paramLabel = "NAME",
      split = ",",
      description =
          "noise: adapt, waitall, blocking, multilevel, waitall-binomial and relay (the first four;"
              + " with --quick the first two)")
  private List<String> implementations = new ArrayList<>();

  @Option(
      names = "--apart",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,8",
      description =
          "noise: floors, what any runtime loses, for ranks that may be N collectives apart; 1 is"
              + " in step (${DEFAULT-VALUE})")
  private List<Integer> apart;

  @Option(
      names = "--floor-only",
      description = "noise: only the floors, which takes seconds for a thousand ranks")
  private boolean floorOnly;

  /**
   * Checks and collects them.
   *
   * @param algorithms further lines, each a name and an algorithm
   * @throws IllegalArgumentException with a message for the user
   */
  NoiseSettings settings(
      List<SimulatedCluster> machines, String segment, boolean quick, List<String> algorithms) {
    OptionBounds.check("--periods", periods, 1, MOST_PERIODS);
    for (double percent : percents) {
      require(
          percent >= 1 && percent <= MOST_PERCENT,
          "--percent must be from 1 to %d, not %s".formatted(MOST_PERCENT, percent));
    }
    for (double skew : skews) {
      require(
          skew >= 0 && skew <= PERIOD,
          "--skew must be from 0 to %.0f ms, a period, not %s".formatted(PERIOD, skew));
    }
    apart.forEach(number -> OptionBounds.check("--apart", number, 1, MOST_APART));
    if (ranks != null) {
      machines.forEach(this::checkRanks);
    }
    return new NoiseSettings(
        lines(segment, quick, algorithms),
        collectives.stream().distinct().toList(),
        percents.stream().distinct().toList(),
        skews.stream().distinct().sorted().toList(),
        periods,
        ranks == null ? OptionalInt.empty() : OptionalInt.of(ranks),
        new Looping(root, barrier, timing),
        apart.stream().distinct().sorted().toList(),
        floorOnly);
  }

  private void checkRanks(SimulatedCluster machine) {
    require(
        ranks >= 2 && ranks <= machine.slots(),
        "--ranks: %s holds 2 to %d, not %d".formatted(machine.name(), machine.slots(), ranks));
  }

  private List<NoiseLine> lines(String segment, boolean quick, List<String> algorithms) {
    List<String> usual =
        Implementation.ON_ONE_TREE.stream()
            .map(Implementation::label)
            .limit(quick ? 2 : Long.MAX_VALUE)
            .toList();
    List<NoiseLine> lines =
        Stream.concat(
                (implementations.isEmpty() ? usual : implementations)
                    .stream().map(label -> NoiseLine.named(label, segment)),
                algorithms.stream().map(text -> NoiseLine.parse(text, collectives)))
            .toList();
    Set<String> names = new HashSet<>();
    for (NoiseLine line : lines) {
      require(names.add(line.label()), NoiseLine.taken(line.label()));
    }
    return lines;
  }

  /** The collectives. */
  private static final class Collectives extends Converters.Words<StudyCollective> {
    Collectives() {
      super(StudyCollective.class);
    }
  }

  /** Where roots are. */
  private static final class Roots extends Converters.Words<Looping.Root> {
    Roots() {
      super(Looping.Root.class);
    }
  }

  /** Where barriers are. */
  private static final class Barriers extends Converters.Words<Looping.Barrier> {
    Barriers() {
      super(Looping.Barrier.class);
    }
  }

  /** What times are. */
  private static final class Timings extends Converters.Words<Looping.Timing> {
    Timings() {
      super(Looping.Timing.class);
    }
  }
}
