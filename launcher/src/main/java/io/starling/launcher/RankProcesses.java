package io.starling.launcher;

import io.starling.launcher.rank.JobProcesses;
import io.starling.topology.CpuSet;
import io.starling.topology.ThreadBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The processes of a job's ranks: starting them and ending them. */
final class RankProcesses {

  private final Path jobFile;
  private final Consumer<Event> events;
  private final List<Process> processes = new ArrayList<>();

  RankProcesses(Path jobFile, Consumer<Event> events) {
    this.jobFile = jobFile;
    this.events = events;
  }

  /** Starts the next rank, from its first instruction on the PUs that it is bound to, if any. */
  void start(ProcessBuilder builder, Optional<CpuSet> binding) throws IOException {
    int rank = processes.size();
    Process process = binding.isEmpty() ? builder.start() : startOn(binding.get(), builder);
    processes.add(process);
    Thread.ofVirtual().start(() -> await(rank, process));
  }

  private static Process startOn(CpuSet cpus, ProcessBuilder builder) throws IOException {
    try (var _ = ThreadBinding.to(cpus)) {
      return builder.start();
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void await(int rank, Process process) {
    try {
      events.accept(new Event.RankEnded(rank, process.waitFor()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Those that were started, in the order of their ranks. */
  List<ProcessHandle> handles() {
    return processes.stream().map(Process::toHandle).toList();
  }

  /** Asks all to end, and kills those that have not after the grace. */
  void end(Duration grace) throws InterruptedException {
    processes.forEach(Process::destroy);
    long deadline = System.nanoTime() + grace.toNanos();
    for (Process process : processes) {
      if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    }
    killAll();
    for (Process process : processes) {
      process.waitFor();
    }
  }

  /** Kills what is left, also what ranks have started and left behind. */
  void killAll() {
    processes.forEach(Process::destroyForcibly);
    JobProcesses.killAll(jobFile);
  }

  /** How many have failed by themselves; to be asked when all have ended. */
  int countOwnFailures() {
    return Math.toIntExact(
        processes.stream().filter(process -> ExitStatus.isOwnFailure(process.exitValue())).count());
  }
}
