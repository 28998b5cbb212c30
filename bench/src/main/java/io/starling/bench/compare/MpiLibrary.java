package io.starling.bench.compare;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Measurement;
import io.starling.launcher.placing.DefaultRanks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** An MPI library, measured by the C driver. */
record MpiLibrary(Installation installation, Path driver, CompareHosts hosts) implements Library {

  @Override
  public Contender contender() {
    return installation.contender();
  }

  @Override
  public String launch(int ranks) {
    return String.join(" ", command(ranks));
  }

  @Override
  public Run measure(BenchmarkKind kind, CompareWork work, Interruption interruption)
      throws InterruptedException {
    List<String> command = new ArrayList<>(command(work.ranks()));
    command.add(driver.toString());
    command.addAll(work.arguments(kind));
    Child.Result result = Child.run(command, work.limit(), interruption);
    List<Measurement> measurements = MeasurementReader.read(result.output());
    OptionalInt status = interruption.status();
    if (status.isPresent()) {
      return Run.interrupted(measurements, status.getAsInt());
    }
    return result.succeeded() ? Run.of(measurements) : Run.failed(measurements, result.problem());
  }

  private List<String> command(int ranks) {
    return hosts.isSeveral()
        ? installation.launch(ranks, hosts.list())
        : installation.launch(ranks, DefaultRanks.here());
  }
}
