package io.starling.bench.tune;

import io.starling.bench.Converters;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.Sizes;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.collectives.settings.JobVariables;
import io.starling.launcher.Subcommand;
import io.starling.launcher.command.PlacementOptions;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.DefaultRanks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code starling tune}: measures on this machine and writes a table for {@code --table}. */
@Command(
    name = "tune",
    header = "Finds the fastest algorithms on this machine and writes a table of them.",
    description = {
      "",
      "The candidates run in turn on the same ranks. Round after round the slower half drops out;"
          + " the last one must beat Starling's default by more than the noise. Other programs on"
          + " the machine disturb the measurement. When interrupted, it writes what it has"
          + " measured.",
      "",
      "It does not tune collectives with one algorithm only (neighbour-allgather,"
          + " neighbour-alltoall), and does not try algorithms that serve as baselines of"
          + " comparisons; 'starling algorithms' lists both.",
      ""
    },
    exitCodeList = {
      "0:the table is written",
      "1:there was no time to measure anything, and no table is written",
      "2:wrong usage",
      "128+N:signal N ended it; the table holds what was measured until then",
      "other:the status of the rank that failed first; the table holds what was measured"
    },
    footer = {
      "  starling tune -n 4 -o table.json",
      "  starling tune -n 2,4 --budget 5m --sizes 8,64K,4M broadcast,allreduce -o table.json",
      "  starling run -n 4 --table table.json --explain my.Main"
    })
public final class TuneCommand implements Subcommand {

  private static final List<String> VARIABLES =
      List.of(JobVariables.TABLE, JobVariables.TREE, JobVariables.ALGORITHM);

  /** The exit status where no table is written. */
  private static final int NOTHING = 1;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COLLECTIVE",
      split = ",",
      arity = "0..*",
      description = "such as broadcast,allreduce; by default all with several algorithms")
  private List<String> wanted = new ArrayList<>();

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      split = ",",
      description =
          "how many ranks; several with commas between; by default one on each usable core, and at"
              + " least 2")
  private List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = Budget.class,
      description = "the time limit for all, such as 90s or 5m (${DEFAULT-VALUE})")
  private Duration budget;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      defaultValue = "8,512,8K,64K,512K,4M",
      description = "bytes of a message (${DEFAULT-VALUE}); the table interpolates between them")
  private List<String> sizes;

  @Option(
      names = "--memory",
      paramLabel = "WHERE",
      converter = Converters.Place.class,
      completionCandidates = Converters.Place.class,
      defaultValue = "shared",
      description = "the memory of messages: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private MessageMemoryKind memory;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "where to write the table; - is the standard output")
  private Path output;

  @Option(
      names = "--force",
      description = "overwrite also a file that 'starling tune' has not written")
  private boolean force;

  @Mixin private PlacementOptions placement;

  private int unmeasured;

  @Override
  public Integer call() throws InterruptedException, IOException {
    long deadline = System.nanoTime() + budget.toNanos();
    TableOutput table;
    List<String> collectives;
    List<Long> bytes;
    if (ranks.isEmpty()) {
      ranks = List.of(Math.max(2, DefaultRanks.here()));
    }
    try {
      checkEnvironment();
      collectives = collectives();
      bytes = bytes();
      checkRanks();
      table = TableOutput.check(output, force);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    List<Result> results = new ArrayList<>();
    int status = measure(collectives, bytes, deadline, results);
    return finish(table, results, status);
  }

  private int measure(
      List<String> collectives, List<Long> bytes, long deadline, List<Result> results)
      throws InterruptedException {
    ProgressBar bar = ProgressBar.onError(spec.commandLine().getErr());
    List<Integer> numbers = List.copyOf(new TreeSet<>(ranks));
    int status = 0;
    for (int done = 0; done < numbers.size() && status == 0; done++) {
      int number = numbers.get(done);
      int before = done;
      long share = (deadline - System.nanoTime()) / (numbers.size() - done);
      TuneLines lines =
          new TuneLines(
              progress ->
                  bar.show(
                      (before + progress.part()) / numbers.size(),
                      progress.what() + " on " + number + " ranks"));
      try {
        status =
            new TuneJob(number, share, collectives, bytes, memory, placement.request()).run(lines);
      } finally {
        bar.clear();
        results.addAll(lines.results());
        unmeasured += lines.unmeasured();
      }
    }
    return status;
  }

  /** Returns the exit status. */
  private int finish(TableOutput table, List<Result> results, int status) throws IOException {
    PrintWriter errors = spec.commandLine().getErr();
    if (results.isEmpty()) {
      errors.println(
          "starling: the time was too short to measure anything, and no table is written; raise"
              + " --budget");
      errors.flush();
      return status == 0 ? NOTHING : status;
    }
    String made = TuneNotes.made(spec.commandLine().getParseResult().originalArgs());
    table.write(spec.commandLine(), new TunedTable(TuneNotes.machine(), made, results).toJson());
    PrintWriter out = StandardOutput.text(spec.commandLine(), output);
    TuneSummary.print(out, results);
    out.printf("The table is in %s; use it with --table or %s.%n", output, JobVariables.TABLE);
    out.flush();
    if (status != 0) {
      errors.println("starling: the table holds only what was measured before the end");
    } else if (unmeasured > 0) {
      errors.println(missing(unmeasured));
    }
    errors.flush();
    return status;
  }

  /** What to say of points for which there was no time. */
  static String missing(int points) {
    return "starling: there was no time for %s, where Starling's default applies; raise --budget or give fewer --sizes"
        .formatted(Units.count(points, "point"));
  }

  private void checkEnvironment() {
    for (String variable : VARIABLES) {
      if (System.getenv(variable) != null) {
        throw new IllegalArgumentException(
            variable + " is set, and tuning compares with Starling's defaults: unset " + variable);
      }
    }
  }

  private List<Long> bytes() {
    List<Long> all = List.copyOf(new TreeSet<>(Sizes.parseList(String.join(",", sizes))));
    if (all.contains(0L)) {
      throw new IllegalArgumentException("--sizes must be at least 1, not 0");
    }
    if (memory == MessageMemoryKind.HEAP && all.getLast() > MessageMemoryKind.LONGEST_ARRAY) {
      throw new IllegalArgumentException(
          "--sizes must be at most %d with --memory heap, not %d"
              .formatted(MessageMemoryKind.LONGEST_ARRAY, all.getLast()));
    }
    return all;
  }

  private void checkRanks() {
    for (int number : ranks) {
      if (number < 2) {
        throw new IllegalArgumentException("-n must be at least 2, not " + number);
      }
    }
  }

  private List<String> collectives() {
    List<String> known =
        AlgorithmDescription.all().stream()
            .map(algorithm -> algorithm.collective())
            .distinct()
            .filter(Operations::has)
            .filter(Candidates::exist)
            .toList();
    for (String collective : wanted) {
      if (!known.contains(collective)) {
        String reason = Candidates.hasNoRival(collective) ? ", which has one algorithm only" : "";
        throw new IllegalArgumentException(
            "COLLECTIVE must be one of %s, not '%s'%s"
                .formatted(String.join(", ", known), collective, reason));
      }
    }
    return wanted.isEmpty() ? known : wanted.stream().distinct().toList();
  }

  /** Reads a time such as {@code 90s}, {@code 2m} or {@code 1h}. */
  static final class Budget implements ITypeConverter<Duration> {

    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,6})([smh]?)");

    @Override
    public Duration convert(String text) {
      Matcher matcher = SYNTAX.matcher(text);
      if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
        throw new TypeConversionException(
            "must be a time such as 60s or 5m, not '%s'".formatted(text));
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofSeconds(number);
      };
    }
  }
}
