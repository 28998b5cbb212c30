package io.starling.bench.laboratory.noise;

import io.starling.bench.GivenCommand;
import io.starling.bench.compare.Contender;
import io.starling.bench.compare.Discovery;
import io.starling.bench.compare.Driver;
import io.starling.bench.compare.Installation;
import io.starling.bench.compare.Interruption;
import io.starling.bench.compare.ProgressLine;
import io.starling.bench.micro.WarmUp;
import io.starling.bench.report.Facts;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.DefaultRanks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling noise}: how much noise slows collectives down. */
@Command(
    name = "noise",
    header = "Measures how much a collective slows down under noise.",
    description = {
      "",
      "Noise takes the processor away from every rank, by default ten times a second and for a"
          + " random time between 0 and twice its share of a period, independently on each rank"
          + " (ADAPT, section 5.1.1: 0 to 10 ms at 10 Hz are 5 %%). The collective repeats without"
          + " barriers, as in IMB, while the percentages take turns.",
      "",
      "Other libraries are found as in 'starling compare' and run with their defaults and"
          + " algorithms. Each line of the table has its own processes. The first message tells how"
          + " long it takes at least.",
      ""
    },
    exitCodeList = {
      "0:all was measured", "1:something could not be measured, and the table shows what",
      "2:wrong usage", "128+N:signal N ended it; the table holds what was measured until then"
    },
    footer = {
      "  starling noise -n 2",
      "  starling noise -n 2 --library starling,openmpi,mpich --json noise.json",
      "  starling noise -n 4 --collective reduce --algorithm adapt,reduce=chain,segment=64K",
      "  starling noise -n 2 --percent 20 --hertz 100 --mode stop --rounds 10"
    })
public final class NoiseCommand implements Subcommand {

  private static final int INCOMPLETE = 1;

  @Spec private CommandSpec spec;

  @Mixin private NoiseOptions options;

  @Override
  public Integer call() throws InterruptedException, IOException {
    try {
      options.check();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    List<String> failures = new ArrayList<>();
    List<Subject> subjects = subjects(failures);
    if (options.json().isPresent() && !StandardOutput.is(options.json().get())) {
      create(options.json().get());
    }
    NoiseWork work = options.work();
    tell(work, subjects, failures);
    return measure(work, subjects, failures);
  }

  private void create(Path file) {
    try (var channel =
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.position();
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--json: cannot write " + file + ": " + e, e);
    }
  }

  /** Those that are wanted and there; notes what is missing or broken. */
  private List<Subject> subjects(List<String> failures) throws InterruptedException {
    List<Subject> subjects = new ArrayList<>();
    if (options.wants(Contender.STARLING.id())) {
      options.choices().forEach(choice -> subjects.add(new StarlingSubject(choice)));
    }
    List<String> known = new ArrayList<>(List.of(Contender.STARLING.id()));
    if (!known.containsAll(options.libraries())) {
      Discovery discovery = Discovery.here();
      for (Installation installation : discovery.found()) {
        known.add(installation.vendor().id());
        if (options.wants(installation.vendor().id())) {
          add(installation, subjects, failures);
        }
      }
      for (Map.Entry<String, String> missing : discovery.missing().entrySet()) {
        known.add(missing.getKey());
        if (options.wants(missing.getKey())) {
          failures.add(missing.getValue());
        }
      }
    }
    for (String id : options.libraries()) {
      if (!known.contains(id)) {
        throw new ParameterException(
            spec.commandLine(),
            "--library must be one of %2$s, not '%1$s'".formatted(id, String.join(", ", known)));
      }
    }
    return subjects;
  }

  private static void add(Installation installation, List<Subject> subjects, List<String> failures)
      throws InterruptedException {
    try {
      Path driver = Driver.cached(System.getenv()).program(installation);
      subjects.add(new MpiSubject(installation, driver, DefaultRanks.here()));
    } catch (IllegalStateException e) {
      failures.add(installation.contender().title() + ": " + e.getMessage());
    }
  }

  private void tell(NoiseWork work, List<Subject> subjects, List<String> failures) {
    PrintWriter errors = spec.commandLine().getErr();
    failures.forEach(reason -> errors.println("starling: left out: " + reason));
    if (Facts.isBusy()) {
      errors.println(
          "starling: the load of this machine is %s: other programs disturb the measurement"
              .formatted(Facts.loads().getFirst()));
    }
    if (work.ranks() > DefaultRanks.here()) {
      errors.println(
          "starling: %d ranks share %s: a rank computes while noise stops another on its core"
              .formatted(work.ranks(), Units.count(DefaultRanks.here(), "core")));
    }
    if (options.wants(Contender.STARLING.id()) && !WarmUp.isEnough(work.warmUp())) {
      errors.println(
          "starling: --warm-up %d ms is too short for the JIT compiler"
              .formatted(work.warmUp().toMillis()));
    }
    Duration all = Duration.ZERO;
    for (Subject subject : subjects) {
      all = all.plus(work.planned(subject instanceof StarlingSubject));
    }
    errors.println("starling: this takes at least " + Units.time(all));
    errors.flush();
  }

  private int measure(NoiseWork work, List<Subject> subjects, List<String> failures)
      throws InterruptedException, IOException {
    List<Line> lines = new ArrayList<>();
    ProgressLine progress =
        ProgressLine.onError(spec.commandLine().getErr(), Math.max(1, subjects.size()));
    try (NoiseJson json = new NoiseJson(WholeFile.lines(spec.commandLine(), options.json()));
        Interruption interruption = Interruption.watch()) {
      json.header(work, GivenCommand.of(spec), DefaultRanks.here());
      for (Subject subject : subjects) {
        String name = subject.contender().title() + ", " + subject.algorithm();
        progress.step(name);
        Subject.Outcome outcome = subject.measure(work, interruption);
        if (interruption.status().isPresent()) {
          break;
        }
        if (outcome.failure().isPresent()) {
          failures.add(name + ": " + outcome.failure().get());
          json.failure(subject, outcome.failure().get());
        } else {
          lines.add(Line.of(subject, work, outcome));
          json.line(lines.getLast());
        }
      }
      progress.clear();
      print(work, lines, failures);
      return interruption.status().orElse(failures.isEmpty() ? 0 : INCOMPLETE);
    }
  }

  private void print(NoiseWork work, List<Line> lines, List<String> failures) {
    PrintWriter out = StandardOutput.text(spec.commandLine(), options.json().orElse(null));
    failures.forEach(failure -> out.println("not measured: " + failure));
    out.print(NoiseTable.of(work, lines));
    out.flush();
  }
}
