package io.starling.bench.compare;

import io.starling.bench.BenchmarkRank;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Measurement;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Starling, measured by the ranks of {@code starling bench}.
 *
 * @param algorithms for {@code --algorithm}
 * @param jvmArguments for each rank's JVM
 * @param hosts where the ranks run
 */
record StarlingLibrary(List<String> algorithms, List<String> jvmArguments, CompareHosts hosts)
    implements Library {

  private static final int TIMEOUT = 124;

  /** Of a rank that got HUP, INT or TERM: a terminal sends them to all, to ranks perhaps first. */
  private static final Set<Integer> INTERRUPTIONS = Set.of(129, 130, 143);

  @Override
  public Contender contender() {
    return Contender.STARLING;
  }

  @Override
  public String launch(int ranks) {
    StringBuilder launch = new StringBuilder("starling bench -n ").append(ranks);
    if (hosts.isSeveral()) {
      launch.append(" --host ").append(hosts.list());
    }
    algorithms.forEach(choice -> launch.append(" --algorithm ").append(choice));
    jvmArguments.forEach(argument -> launch.append(" --jvm-arg ").append(argument));
    return launch.toString();
  }

  @Override
  public Run measure(BenchmarkKind kind, CompareWork work, Interruption interruption)
      throws InterruptedException {
    Path json = null;
    try {
      json = Files.createTempFile("starling-compare-", ".json");
      return measure(kind, work, json, interruption);
    } catch (IOException | LaunchException e) {
      return Run.failed(List.of(), e.getMessage());
    } finally {
      delete(json);
    }
  }

  private Run measure(BenchmarkKind kind, CompareWork work, Path json, Interruption interruption)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(arguments(kind, work));
    arguments.add("--json=" + json);
    var said = new ByteArrayOutputStream();
    JobSpecification job =
        JobSpecification.builder(
                work.ranks(), LaunchedProgram.ofClass(BenchmarkRank.class, arguments))
            .jvmArguments(jvmArguments)
            .hosts(hosts.request())
            .environment("STARLING_TERMINAL", "0")
            .timeout(work.limit())
            .build();
    int status = new Job(job, new ByteArrayOutputStream(), said).run(interruption.future());
    List<Measurement> measurements = MeasurementReader.read(Files.readString(json));
    if (status == 0) {
      return Run.of(measurements);
    }
    if (interruption.status().isPresent() || INTERRUPTIONS.contains(status)) {
      return Run.interrupted(measurements, interruption.status().orElse(status));
    }
    return Run.failed(
        measurements,
        status == TIMEOUT
            ? "the job had not ended after %d s and was killed".formatted(work.limit().toSeconds())
            : "the job ended with status "
                + status
                + Child.tail(said.toString(StandardCharsets.UTF_8)));
  }

  /** For {@code BenchmarkRank}. */
  List<String> arguments(BenchmarkKind kind, CompareWork work) {
    List<String> arguments = new ArrayList<>(work.arguments(kind));
    arguments.add("--first-warm-up=" + work.firstWarmUp().toMillis());
    algorithms.forEach(choice -> arguments.add("--algorithm=" + choice));
    return arguments;
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A file in the temporary folder is left behind.
    }
  }
}
