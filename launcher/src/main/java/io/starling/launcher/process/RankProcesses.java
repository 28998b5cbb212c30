package io.starling.launcher.process;

import io.starling.launcher.rank.JobProcesses;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.ThreadBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The processes of ranks on this host: starting them and ending them. */
final class RankProcesses {

  /** Hears of the end of processes, on any thread. */
  interface EndListener {
    void ended(int rank, int status);
  }

  private final Path jobFile;
  private final EndListener listener;
  private final List<Process> processes = new ArrayList<>();
  private final Map<Integer, Process> byRank = new HashMap<>();

  RankProcesses(Path jobFile, EndListener listener) {
    this.jobFile = jobFile;
    this.listener = listener;
  }

  /** Starts a rank, from its first instruction on the PUs that it is bound to, if any. */
  Process start(int rank, ProcessBuilder builder, Optional<CpuSet> binding) throws IOException {
    Process process = binding.isEmpty() ? builder.start() : startOn(binding.get(), builder);
    processes.add(process);
    byRank.put(rank, process);
    Thread.ofVirtual().start(() -> await(rank, process));
    return process;
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
      listener.ended(rank, process.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Those that were started, in that order. */
  List<ProcessHandle> handles() {
    return processes.stream().map(Process::toHandle).toList();
  }

  /** Kills some ranks, and the processes below them. */
  void kill(Collection<Integer> ranks) {
    for (int rank : ranks) {
      Process process = byRank.get(rank);
      if (process != null) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
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
  private void killAll() {
    processes.forEach(Process::destroyForcibly);
    JobProcesses.killAll(jobFile);
  }
}
