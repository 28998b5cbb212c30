package io.starling.bench.laboratory.noise;

import io.starling.bench.compare.Child;
import io.starling.bench.compare.Contender;
import io.starling.bench.compare.Interruption;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.StolenTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Starling with one algorithm, disturbed from inside or from outside. */
record StarlingSubject(NoiseAlgorithm choice) implements Subject {

  @Override
  public Contender contender() {
    return Contender.STARLING;
  }

  @Override
  public String algorithm() {
    return choice.label();
  }

  @Override
  public Outcome measure(NoiseWork work, Interruption interruption) throws InterruptedException {
    try {
      return work.mode() == Mode.SPIN ? spin(work, interruption) : stop(work, interruption);
    } catch (IOException | LaunchException e) {
      return Outcome.failed(e.getMessage());
    }
  }

  private Outcome spin(NoiseWork work, Interruption interruption)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("starling-noise-");
    try {
      NoiseSettings settings = work.noise(Optional.of(folder));
      Run run = new Run(work, settings, settings.toVariables(), interruption);
      String failure = run.start(new CompletableFuture<>());
      return outcome(run, failure, failure.isEmpty() ? reports(folder, work) : List.of());
    } finally {
      for (int rank = 0; rank < work.ranks(); rank++) {
        Files.deleteIfExists(report(folder, rank));
      }
      Files.delete(folder);
    }
  }

  private static List<StolenTime> reports(Path folder, NoiseWork work) throws IOException {
    List<StolenTime> stolen = new ArrayList<>();
    for (int rank = 0; rank < work.ranks(); rank++) {
      stolen.add(StolenTime.read(report(folder, rank)));
    }
    return stolen;
  }

  private static Path report(Path folder, int rank) {
    return folder.resolve(Integer.toString(rank));
  }

  private Outcome stop(NoiseWork work, Interruption interruption) throws InterruptedException {
    NoiseSettings settings = work.noise(Optional.empty());
    var ranks = new CompletableFuture<List<ProcessHandle>>();
    try (ExternalNoise noise = ExternalNoise.start(settings, () -> ranks.getNow(List.of()))) {
      Run run = new Run(work, settings, Map.of(), interruption);
      String failure = run.start(ranks);
      return outcome(run, failure, noise.end());
    }
  }

  private static Outcome outcome(Run run, String failure, List<StolenTime> stolen) {
    List<Turn> turns = Turn.read(run.out.toString(StandardCharsets.UTF_8));
    return failure.isEmpty() && turns.size() == run.work.turns()
        ? new Outcome(turns, stolen, Optional.empty())
        : Outcome.failed(failure.isEmpty() ? "it told nothing" : failure);
  }

  /** One job. */
  private final class Run {

    private final NoiseWork work;
    private final JobSpecification job;
    private final Interruption interruption;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Run(
        NoiseWork work,
        NoiseSettings settings,
        Map<String, String> environment,
        Interruption interruption) {
      this.work = work;
      this.interruption = interruption;
      LaunchedProgram program =
          LaunchedProgram.ofClass(NoiseRank.class, NoiseRank.arguments(work, settings, choice));
      job =
          JobSpecification.builder(work.ranks(), program)
              .environment("STARLING_TERMINAL", "0")
              .environment(environment)
              .timeout(work.limit())
              .build();
    }

    /** Returns how it failed, or nothing. */
    String start(CompletableFuture<List<ProcessHandle>> ranks) throws InterruptedException {
      var errors = new ByteArrayOutputStream();
      int status = new Job(job, out, errors).run(interruption.future(), ranks::complete);
      return status == 0
          ? ""
          : "the job ended with status "
              + status
              + Child.tail(errors.toString(StandardCharsets.UTF_8));
    }
  }
}
