package io.starling.bench.tune;

import io.starling.bench.Converters;
import io.starling.bench.micro.Memory;
import io.starling.bench.micro.Sizes;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.collectives.Starling;
import io.starling.launcher.Job;
import io.starling.launcher.PlacementOptions;
import io.starling.launcher.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling tune}: measures on this machine and writes a table for {@code --table}. */
@Command(
    name = "tune",
    header = "Finds the fastest algorithms on this machine and writes them to a table.",
    description = {
      "",
      "Candidates run in turn on the same ranks; the slower half drops out, again and again, and"
          + " the last one must beat Starling's own choice by more than the noise. Leave the"
          + " machine alone meanwhile. Interrupted, it writes what it has measured.",
      "",
      "Left out are collectives with one algorithm only, which leave nothing to choose"
          + " (neighbour-allgather, neighbour-alltoall), and algorithms that are there as baselines"
          + " of comparisons; 'starling algorithms' lists both.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the table is written",
      "1:there was no time to measure anything, and no table is written",
      "2:wrong usage",
      "128+N:signal N ended it; the table is of what was measured until then",
      "other:that of the rank that failed first; the table is, again, of what was measured"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling tune -n 4 -o table.json",
      "  starling tune -n 2,4 --budget 5m --sizes 8,64K,4M broadcast,allreduce -o table.json",
      "  starling run -n 4 --table table.json --explain my.Main"
    })
public final class TuneCommand implements Subcommand {

  private static final List<String> VARIABLES =
      List.of(Starling.TABLE, Starling.TREE, Starling.ALGORITHM);

  /** The exit status where no table is written. */
  private static final int NOTHING = 1;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COLLECTIVE",
      split = ",",
      arity = "0..*",
      description = "such as broadcast,allreduce; by default all that have a choice")
  private List<String> wanted = new ArrayList<>();

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      split = ",",
      defaultValue = "2",
      description = "how many ranks; several with commas between (${DEFAULT-VALUE})")
  private List<Integer> ranks;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = Budget.class,
      description = "how long it may take in all, such as 90s or 5m (${DEFAULT-VALUE})")
  private Duration budget;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      defaultValue = "8,512,8K,64K,512K,4M",
      description = "bytes of a message (${DEFAULT-VALUE}); between them it interpolates")
  private List<String> sizes;

  @Option(
      names = "--memory",
      paramLabel = "WHERE",
      converter = Converters.Place.class,
      completionCandidates = Converters.Place.class,
      defaultValue = "shared",
      description = "where messages lie: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
  private Memory memory;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "where the table goes")
  private Path output;

  @Option(names = "--force", description = "overwrite a file that 'starling tune' has not written")
  private boolean force;

  @Mixin private PlacementOptions placement;

  private int unmeasured;

  /** For the service loader. */
  public TuneCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    long deadline = System.nanoTime() + budget.toNanos();
    TableOutput table;
    List<String> collectives;
    List<Long> bytes;
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
    ProgressBar bar = new ProgressBar(spec.commandLine().getErr(), Job.isErrorOnTerminal());
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
          "starling: nothing was measured, so no table is written; give it more --budget");
      errors.flush();
      return status == 0 ? NOTHING : status;
    }
    String made = TuneNotes.made(spec.commandLine().getParseResult().originalArgs());
    table.write(new TunedTable(TuneNotes.machine(), made, results).toJson());
    PrintWriter out = spec.commandLine().getOut();
    Summary.print(out, results);
    out.printf("The table is in %s; use it with --table or %s.%n", output, Starling.TABLE);
    out.flush();
    if (status != 0) {
      errors.println("starling: this is only what was measured before the end");
    } else if (unmeasured > 0) {
      errors.println(missing(unmeasured));
    }
    errors.flush();
    return status;
  }

  /** What to say of points for which there was no time. */
  static String missing(int points) {
    return "starling: for %s there was no time, and for them Starling's own table decides; give it more --budget or fewer --sizes"
        .formatted(Units.count(points, "point"));
  }

  private void checkEnvironment() {
    for (String variable : VARIABLES) {
      if (System.getenv(variable) != null) {
        throw new IllegalArgumentException(
            variable + " is set, but tuning starts from Starling's own table: unset " + variable);
      }
    }
  }

  private List<Long> bytes() {
    List<Long> all = List.copyOf(new TreeSet<>(Sizes.parseList(String.join(",", sizes))));
    if (all.contains(0L)) {
      throw new IllegalArgumentException("--sizes: a message of 0 bytes can't be tuned");
    }
    if (memory == Memory.HEAP && all.getLast() > Memory.LONGEST_ARRAY) {
      throw new IllegalArgumentException("--sizes: no array has %d bytes".formatted(all.getLast()));
    }
    return all;
  }

  private void checkRanks() {
    for (int number : ranks) {
      if (number < 2) {
        throw new IllegalArgumentException("-n: there is nothing to tune for fewer than 2 ranks");
      }
    }
  }

  private List<String> collectives() {
    List<String> known =
        Starling.algorithms().stream()
            .map(algorithm -> algorithm.collective())
            .distinct()
            .filter(Operations::has)
            .filter(Candidates::exist)
            .toList();
    for (String collective : wanted) {
      if (!known.contains(collective)) {
        String reason =
            Candidates.hasNoRival(collective)
                ? ", for it has one algorithm only; there are"
                : ", only";
        throw new IllegalArgumentException(
            "'%s' can't be tuned%s %s".formatted(collective, reason, String.join(", ", known)));
      }
    }
    return wanted.isEmpty() ? known : wanted.stream().distinct().toList();
  }
}
