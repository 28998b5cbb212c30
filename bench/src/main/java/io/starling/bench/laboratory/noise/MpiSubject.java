package io.starling.bench.laboratory.noise;

import io.starling.bench.compare.Child;
import io.starling.bench.compare.Contender;
import io.starling.bench.compare.Installation;
import io.starling.bench.compare.Interruption;
import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.StolenTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An MPI library with the C driver, stopped from outside; its algorithm is its own choice. */
record MpiSubject(Installation installation, Path driver, int cores) implements Subject {

  @Override
  public Contender contender() {
    return installation.contender();
  }

  @Override
  public String algorithm() {
    return "its own";
  }

  @Override
  public Outcome measure(NoiseWork work, Interruption interruption) throws InterruptedException {
    NoiseSettings settings = work.noise(Optional.empty());
    try (ExternalNoise noise = ExternalNoise.start(settings, () -> ranks(work.ranks()))) {
      Child.Result result = Child.run(command(work, settings), work.limit(), interruption);
      List<StolenTime> stolen = noise.end();
      List<Turn> turns = Turn.read(result.output());
      return result.succeeded() && turns.size() == work.turns()
          ? new Outcome(turns, stolen, Optional.empty())
          : Outcome.failed(result.succeeded() ? "it told nothing" : result.problem());
    }
  }

  private List<String> command(NoiseWork work, NoiseSettings settings) {
    List<String> command = new ArrayList<>(installation.launch(work.ranks(), cores));
    command.add(driver.toString());
    command.add(work.kind().label());
    command.add("--sizes=" + work.bytes());
    command.add("--warm-up=" + work.warmUp().toMillis());
    command.add("--memory=shared");
    command.add(
        "--turns=%d,%d,%d,%d"
            .formatted(
                settings.origin().orElseThrow(),
                settings.turn(),
                work.skip().toNanos(),
                work.turns()));
    return command;
  }

  /** The processes of the driver, when all are there: below mpirun, perhaps below its helpers. */
  private List<ProcessHandle> ranks(int count) {
    List<ProcessHandle> ranks =
        ProcessHandle.current().descendants().filter(this::runsDriver).sorted().toList();
    return ranks.size() == count ? ranks : List.of();
  }

  private boolean runsDriver(ProcessHandle process) {
    try {
      return Path.of("/proc/" + process.pid() + "/exe").toRealPath().equals(driver.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
