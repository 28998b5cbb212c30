package io.starling.launcher.process;

import io.starling.launcher.doctor.RankLimits;
import io.starling.launcher.output.OutputPipe;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.trace.TraceFolder;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The ranks of a job on this host, from their start to their end. The launcher has them where it
 * runs itself, and each agent on its own host.
 */
public final class HostRanks implements AutoCloseable {

  /** Hears of ranks, on any thread. */
  public interface Listener {

    /** A rank has been started and writes to these. */
    void started(int rank, InputStream output, InputStream errors);

    /** A rank's process has ended. */
    void ended(int rank, int status);
  }

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  private final Listener listener;
  private final JobFolder folder;
  private final RankProcesses processes;
  private OutputStream input = OutputStream.nullOutputStream();

  private HostRanks(JobFolder folder, Listener listener) {
    this.listener = listener;
    this.folder = folder;
    this.processes = new RankProcesses(folder.jobFile(), listener::ended);
  }

  /**
   * Starts them; they inherit what they may run on from the calling thread, which must be a
   * platform thread.
   *
   * @param jobFile tells them how to join
   * @param input what the first rank of their world reads, if it is here: {@link Redirect#PIPE} for
   *     {@link #input}
   * @throws IOException if one can't be started; then, as after any failure, none is left
   */
  public static HostRanks start(HostPlan plan, JobFile jobFile, Redirect input, Listener listener)
      throws IOException, InterruptedException {
    requireDirectory(plan.directory());
    requireLimits(plan.ranks().size());
    HostRanks ranks = new HostRanks(new JobFolder(jobFile), listener);
    try {
      ranks.startAll(plan, input);
      return ranks;
    } catch (IOException | RuntimeException | Error e) {
      try (ranks) {
        ranks.end(Duration.ZERO);
      } catch (RuntimeException | Error again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /**
   * Starts more ranks, as {@link #start} does.
   *
   * @throws IOException if one can't be started; then none of these is left
   */
  public void startMore(HostPlan plan) throws IOException {
    requireDirectory(plan.directory());
    requireLimits(plan.ranks().size());
    try {
      startAll(plan, NOTHING);
    } catch (IOException | RuntimeException | Error e) {
      kill(plan.ranks().stream().map(RankStart::rank).toList());
      throw e;
    }
  }

  private void startAll(HostPlan plan, Redirect input) throws IOException {
    List<String> command =
        plan.command(!plan.archive().isEmpty() && Files.isRegularFile(Path.of(plan.archive())));
    for (int local = 0; local < plan.ranks().size(); local++) {
      start(plan, local, command, input);
    }
  }

  private static void requireDirectory(String directory) throws IOException {
    if (!directory.isEmpty() && !Files.isDirectory(Path.of(directory))) {
      throw new IOException("this host has no folder " + directory + ", in which the job runs");
    }
  }

  private static void requireLimits(int ranks) throws IOException {
    Optional<String> shortage = RankLimits.shortage(ranks);
    if (shortage.isPresent()) {
      throw new IOException(shortage.get());
    }
  }

  private void start(HostPlan plan, int local, List<String> command, Redirect input)
      throws IOException {
    RankStart start = plan.ranks().get(local);
    boolean isFirst = start.rank() == plan.numbers().first();
    try (OutputPipe standard = OutputPipe.open();
        OutputPipe error = OutputPipe.open()) {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(isFirst ? input : NOTHING)
              .redirectOutput(standard.target())
              .redirectError(error.target());
      if (!plan.directory().isEmpty()) {
        builder.directory(new File(plan.directory()));
      }
      // What starts this host's ranks may be a rank of another job itself.
      builder.environment().remove(TraceFolder.VARIABLE);
      builder.environment().putAll(plan.variables());
      builder.environment().putAll(environment(plan, local).toVariables());
      builder.environment().putAll(start.variables());
      Process process = processes.start(start.rank(), builder, start.binding());
      if (isFirst && input.equals(Redirect.PIPE)) {
        this.input = process.getOutputStream();
      }
      listener.started(start.rank(), standard.readEnd(), error.readEnd());
    }
  }

  private RankEnvironment environment(HostPlan plan, int local) {
    return new RankEnvironment(
        plan.ranks().get(local).rank() - plan.numbers().first(),
        plan.size(),
        local,
        plan.ranks().size(),
        plan.oversubscribed(),
        folder.jobFile(),
        plan.numbers());
  }

  /** What rank 0 reads; goes nowhere where that is not here or reads something else. */
  public OutputStream input() {
    return input;
  }

  /** Those that were started, in the order of their ranks. */
  public List<ProcessHandle> handles() {
    return processes.handles();
  }

  /** Kills some of them, with what they have started. */
  public void kill(Collection<Integer> ranks) {
    processes.kill(ranks);
  }

  /** Asks all to end, kills those that have not after the grace, and what they have left behind. */
  public void end(Duration grace) throws InterruptedException {
    processes.end(grace);
  }

  /** Removes what tells ranks how to join. */
  @Override
  public void close() throws IOException {
    folder.close();
  }
}
