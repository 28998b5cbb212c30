package io.starling.bench.compare;

import io.starling.bench.GivenCommand;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.WarmUp;
import io.starling.bench.report.Facts;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.collectives.job.SelectionCheck;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling compare}: Starling against every MPI library of this machine. */
@Command(
    name = "compare",
    header = "Compares Starling with the MPI libraries of this machine.",
    description = {
      "",
      "It finds MPI libraries by their mpicc and mpirun: Debian's mpicc.openmpi and mpicc.mpich,"
          + " then the plain ones in PATH. It compiles a C program for each that does the same"
          + " work. In each round every library has its turn with each collective, in its own"
          + " processes. The first message tells how long that takes at least; fewer --rounds,"
          + " --sizes and collectives take less.",
      "",
      "As in the OSU micro-benchmarks, a barrier separates the iterations, only the collective is"
          + " timed, and the figure is the average over the ranks of their mean times. "
          + ComparisonTable.SIZES,
      "",
      "Open MPI gets --oversubscribe if there are more ranks than cores, and --allow-run-as-root"
          + " for root; everything else is the default of each library.",
      ""
    },
    exitCodeList = {
      "0:all was measured", "1:something could not be measured, and the table shows what",
      "2:wrong usage", "128+N:signal N ended it; the table holds what was measured until then"
    },
    footer = {
      "  starling compare -n 2",
      "  starling compare broadcast,reduce -n 4 --sizes 64K,1M --library starling,openmpi",
      "  starling compare -n 2 --rounds 5 --json figures.json --html figures.html",
      "  starling compare allreduce -n 8 --host node1:2,node2:2,node3:2,node4:2 --sizes 64K,1M"
    })
public final class CompareCommand implements Subcommand {

  private static final int INCOMPLETE = 1;

  private static final Map<Integer, String> SIGNALS = Map.of(129, "HUP", 130, "INT", 143, "TERM");

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Mixin private CompareOptions options;

  /** For the service loader. */
  public CompareCommand() {
    this(System.getenv());
  }

  /** As if these variables were set. */
  CompareCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    try {
      options.check();
      if (options.wants(Contender.STARLING.id())) {
        new SelectionCheck().check(environment);
      }
      WholeFile.check("--json", json(), "--html", html());
      options.json().ifPresent(file -> create("--json", file));
      options.html().ifPresent(file -> create("--html", file));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter errors = spec.commandLine().getErr();
    List<String> broken = new ArrayList<>();
    List<Library> libraries = libraries(Discovery.here(), broken);
    broken.forEach(reason -> errors.println("starling: left out: " + reason));
    if (libraries.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--library: this machine has none of them");
    }
    List<String> remarks = new ArrayList<>();
    if (Facts.isBusy()) {
      String load =
          "the load of this machine is %s: other programs disturb the measurement"
              .formatted(Facts.loads().getFirst());
      errors.println("starling: " + load);
      remarks.add("The machine was busy at the start: " + load + ".");
    }
    errors.println(length(options.work(), libraries));
    errors.flush();
    return compare(libraries, broken, remarks);
  }

  private static String length(CompareWork work, List<Library> libraries) {
    return "starling: this takes at least %s: %s of %s with %s"
        .formatted(
            Units.time(work.planned(libraries.stream().map(Library::contender).toList())),
            Units.count(work.rounds(), "round"),
            Units.count(work.kinds().size(), "benchmark"),
            libraries.size() == 1 ? "1 library" : libraries.size() + " libraries");
  }

  private static void create(String option, Path file) {
    if (StandardOutput.is(file)) {
      return;
    }
    // What is there stays until there is something new.
    try (var channel =
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.position();
    } catch (IOException e) {
      throw new IllegalArgumentException(option + ": cannot write " + file + ": " + e, e);
    }
  }

  /** Those that are wanted and there; says what is missing, and notes what is broken. */
  private List<Library> libraries(Discovery discovery, List<String> broken)
      throws InterruptedException {
    List<String> known = new ArrayList<>(List.of(Contender.STARLING.id()));
    discovery.found().forEach(installation -> known.add(installation.vendor().id()));
    known.addAll(discovery.missing().keySet());
    for (String id : options.libraries()) {
      if (!known.contains(id)) {
        throw new ParameterException(
            spec.commandLine(),
            "--library must be one of %2$s, not '%1$s'".formatted(id, String.join(", ", known)));
      }
    }
    List<Library> libraries = new ArrayList<>();
    if (options.wants(Contender.STARLING.id())) {
      libraries.add(options.starling());
    }
    for (Installation installation : discovery.found()) {
      if (options.wants(installation.vendor().id())) {
        add(installation, libraries, broken);
      }
    }
    for (Map.Entry<String, String> missing : discovery.missing().entrySet()) {
      if (options.wants(missing.getKey())) {
        spec.commandLine().getErr().println("starling: left out: " + missing.getValue());
      }
    }
    return libraries;
  }

  private void add(Installation installation, List<Library> libraries, List<String> broken)
      throws InterruptedException {
    try {
      Path driver = Driver.cached(System.getenv()).program(installation);
      libraries.add(new MpiLibrary(installation, driver, options.hosts()));
    } catch (IllegalStateException e) {
      broken.add(installation.contender().title() + ": " + e.getMessage());
    }
  }

  private int compare(List<Library> libraries, List<String> broken, List<String> remarks)
      throws InterruptedException, IOException {
    CompareWork work = options.work();
    List<Contender> contenders = libraries.stream().map(Library::contender).toList();
    Results results = new Results(contenders, options.statistic());
    broken.forEach(results::fail);
    remarks.forEach(results::note);
    Facts facts = facts(work, libraries);
    if (contenders.contains(Contender.STARLING) && !WarmUp.isEnough(work.warmUp())) {
      results.note(
          "--warm-up %d ms is too short for the JIT compiler: Starling's times and"
                  .formatted(work.warmUp().toMillis())
              + " the ratios are not reliable.");
    }
    OptionalInt status;
    try (ComparisonJson json =
            new ComparisonJson(WholeFile.lines(spec.commandLine(), options.json()));
        Interruption interruption = Interruption.watch()) {
      json.header(facts, contenders);
      int steps = work.rounds() * work.kinds().size() * libraries.size();
      Recorder recorder =
          new Recorder(
              work, results, json, ProgressLine.onError(spec.commandLine().getErr(), steps));
      status = new Comparison(work, libraries, interruption, recorder).run();
      recorder.finish();
    }
    status.ifPresent(
        number ->
            results.note(
                "Interrupted by signal %s: the table holds what was measured until then."
                    .formatted(SIGNALS.getOrDefault(number, "number " + (number - 128)))));
    PrintWriter out = StandardOutput.text(spec.commandLine(), json(), html());
    out.print(ComparisonTable.of(results, StandardOutput.isTextColoured(json(), html())));
    out.flush();
    if (options.html().isPresent()) {
      WholeFile.write(spec.commandLine(), options.html().get(), HtmlReport.of(results, facts));
    }
    return status.orElse(results.failures().isEmpty() ? 0 : INCOMPLETE);
  }

  private Facts facts(CompareWork work, List<Library> libraries) {
    Map<String, String> about = new LinkedHashMap<>();
    about.put("ranks", Integer.toString(work.ranks()));
    about.put(
        "messages",
        "%s memory%s; folds: %s of %s"
            .formatted(
                work.memory().label(),
                work.write().isPresent() ? ", written before each message" : "",
                work.operator(),
                work.datatype()));
    Facts facts = Facts.of(GivenCommand.of(spec), about);
    for (Library library : libraries) {
      facts = facts.with(library.contender().title(), library.launch(work.ranks()));
    }
    return facts;
  }

  private Path json() {
    return options.json().orElse(null);
  }

  private Path html() {
    return options.html().orElse(null);
  }

  /** Takes every event to the progress line, the results and the file. */
  private record Recorder(
      CompareWork work, Results results, ComparisonJson json, ProgressLine progress)
      implements Comparison.Observer {

    @Override
    public void begin(int round, BenchmarkKind kind, Contender library) {
      progress.step(
          "round %d of %d: %s, %s".formatted(round, work.rounds(), kind.label(), library.title()));
    }

    @Override
    public void measured(RoundSample sample) throws IOException {
      results.add(sample);
      json.sample(sample);
    }

    @Override
    public void failed(int round, BenchmarkKind kind, Contender library, String reason)
        throws IOException {
      results.fail("%s, %s: %s".formatted(kind.label(), library.title(), reason));
      json.failure(kind.label(), library, round, reason);
    }

    void finish() {
      progress.clear();
    }
  }
}
