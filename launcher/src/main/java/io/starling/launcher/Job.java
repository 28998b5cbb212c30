package io.starling.launcher;

import io.starling.launcher.output.OutputPipe;
import io.starling.launcher.output.Terminal;
import io.starling.launcher.rank.RankMain;
import io.starling.runtime.bootstrap.EnvironmentCheck;
import io.starling.runtime.bootstrap.RankEnvironment;
import io.starling.runtime.bootstrap.StoreServer;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * One job on this machine: ranks as processes under a launcher that ends with them.
 *
 * <pre>{@code
 * Program program = Program.ofClass(PingPong.class, List.of("--sizes", "8,64K"));
 * int status = new Job(JobSpecification.builder(2, program).build()).run();
 * }</pre>
 */
public final class Job {

  private static final File NOTHING = new File("/dev/null");

  private final JobSpecification specification;
  private final OutputStream out;
  private final OutputStream errors;
  private final boolean interactive;

  /** A job whose output goes where the launcher's goes. */
  public Job(JobSpecification specification) {
    this(
        specification,
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        Terminal.OUTPUT.isAttached() || Terminal.ERROR.isAttached());
  }

  /** A job whose output, and the launcher's messages, go to the given streams. */
  public Job(JobSpecification specification, OutputStream out, OutputStream errors) {
    this(specification, out, errors, false);
  }

  /** Whether what the launcher writes to stderr is seen on a terminal. */
  public static boolean isErrorOnTerminal() {
    return Terminal.ERROR.isAttached();
  }

  private Job(
      JobSpecification specification, OutputStream out, OutputStream errors, boolean interactive) {
    this.specification = specification;
    this.out = out;
    this.errors = errors;
    this.interactive = interactive;
  }

  /**
   * Starts the ranks and returns when no process of the job is left. Ranks inherit what they are
   * bound to from the calling thread, which must be a platform thread.
   *
   * @return 0; or the exit status of the rank that failed first, where a signal counts as 128 plus
   *     its number; or 124 after a timeout; or 128 plus the signal that the launcher received
   * @throws LaunchException if the program is not there, or a rank can't be placed or started
   */
  public int run() throws InterruptedException {
    Plan plan = plan(new CompletableFuture<>());
    BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    Signals signals = new Signals(number -> events.add(new Event.Signalled(number)));
    try {
      return supervise(events, plan, _ -> {});
    } finally {
      signals.close();
    }
  }

  /**
   * The same for a caller that handles signals itself, as one may come before there is a job.
   *
   * @param signal completes with the number of the signal that ends the job, or never; may be
   *     complete from the start
   */
  public int run(CompletableFuture<Integer> signal) throws InterruptedException {
    return run(signal, _ -> {});
  }

  /**
   * The same for a caller that has business with the processes.
   *
   * @param started gets the processes of the ranks, in their order, when all are started
   */
  public int run(CompletableFuture<Integer> signal, Consumer<List<ProcessHandle>> started)
      throws InterruptedException {
    Plan plan = plan(signal);
    if (signal.isDone()) {
      return ExitStatus.SIGNAL_BASE + signal.join();
    }
    BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    var _ = signal.thenAccept(number -> events.add(new Event.Signalled(number)));
    return supervise(events, plan, started);
  }

  /** All that is known before ranks start; {@code shared} is what they are to find in the store. */
  private record Plan(JobPlacement placement, List<String> command, Map<String, byte[]> shared) {}

  private Plan plan(CompletableFuture<Integer> signal) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(specification.environment());
    Map<String, byte[]> shared = check(environment);
    var begun = JobPlacement.begin(specification.placement(), specification.ranks(), environment);
    ProgramCheck.check(specification.program().mainClass(), classPath());
    JobPlacement placement = JobPlacement.await(begun);
    List<String> archive =
        ArchiveTraining.flagsFor(specification, starlingClassPath(), signal, this::note);
    return new Plan(placement, command(archive), shared);
  }

  /** Returns what ranks are to find in the store. */
  private static Map<String, byte[]> check(Map<String, String> environment) {
    Map<String, byte[]> shared = new HashMap<>();
    try {
      ServiceLoader.load(EnvironmentCheck.class)
          .forEach(check -> shared.putAll(check.check(environment)));
      return shared;
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }

  private int supervise(
      BlockingQueue<Event> events, Plan plan, Consumer<List<ProcessHandle>> started)
      throws InterruptedException {
    try (StoreServer store = StoreServer.open(specification.ranks());
        JobFolder folder = new JobFolder(store.jobFile());
        JobTrace trace = JobTrace.of(specification);
        JobOutput output = output(events)) {
      plan.shared().forEach(store::put);
      tell(plan.placement(), output);
      RankProcesses processes = new RankProcesses(folder.jobFile(), events::add);
      start(processes, output, plan, folder.jobFile(), trace);
      publish(plan.placement(), store, processes);
      started.accept(processes.handles());
      if (interactive) {
        output.showUnfinishedLines();
      }
      int status = new Supervisor(specification, events, store, processes, output).run();
      return output.finish(trace.finish(status, output::tell));
    } catch (IOException e) {
      throw new LaunchException("can't start the job: " + e.getMessage(), e);
    }
  }

  private static void publish(JobPlacement placement, StoreServer store, RankProcesses processes)
      throws InterruptedException {
    try {
      placement.publish(store::put);
    } catch (RuntimeException | Error e) {
      processes.end(Duration.ZERO);
      throw e;
    }
  }

  private JobOutput output(BlockingQueue<Event> events) {
    return new JobOutput(
        specification.output(),
        specification.ranks(),
        out,
        errors,
        () -> events.add(new Event.OutputBroken()));
  }

  private void tell(JobPlacement placement, JobOutput output) {
    placement.notice().ifPresent(output::tell);
    if (specification.reportBindings()) {
      placement.report().forEach(output::tell);
    }
  }

  private void start(
      RankProcesses processes, JobOutput output, Plan plan, Path jobFile, JobTrace trace)
      throws IOException, InterruptedException {
    JobPlacement placement = plan.placement();
    try {
      for (int rank = 0; rank < specification.ranks(); rank++) {
        try (OutputPipe standard = OutputPipe.open();
            OutputPipe error = OutputPipe.open()) {
          ProcessBuilder builder =
              builder(plan.command(), environment(rank, placement, jobFile))
                  .redirectOutput(standard.target())
                  .redirectError(error.target());
          placement.setVariables(rank, builder.environment());
          trace.setVariables(builder.environment());
          processes.start(builder, placement.binding(rank));
          output.attach(rank, "", standard.readEnd(), error.readEnd());
        }
      }
    } catch (IOException e) {
      processes.end(Duration.ZERO);
      throw e;
    }
  }

  private RankEnvironment environment(int rank, JobPlacement placement, Path jobFile) {
    int size = specification.ranks();
    return new RankEnvironment(rank, size, rank, size, placement.isOversubscribed(), jobFile);
  }

  private ProcessBuilder builder(List<String> command, RankEnvironment environment) {
    ProcessBuilder builder = new ProcessBuilder(command);
    boolean reads = environment.rank() == 0 && specification.forwardInput();
    builder.redirectInput(
        reads ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.from(NOTHING));
    builder.environment().put(RankEnvironment.TERMINAL, Terminal.ERROR.isAttached() ? "1" : "0");
    builder.environment().putAll(specification.environment());
    builder.environment().putAll(environment.toVariables());
    return builder;
  }

  private List<String> command(List<String> archive) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(archive);
    command.addAll(JvmArguments.forRanks(specification.ranks(), specification.jvmArguments()));
    command.add("-cp");
    command.add(classPath());
    command.add(RankMain.class.getName());
    command.add(specification.program().mainClass());
    command.addAll(specification.program().arguments());
    return command;
  }

  /** Starling's own comes first, because class archives fit any class path that begins like it. */
  private String classPath() {
    String all = starlingClassPath() + File.pathSeparator + specification.program().classPath();
    Set<String> elements = new LinkedHashSet<>(List.of(all.split(File.pathSeparator)));
    elements.remove("");
    return String.join(File.pathSeparator, elements);
  }

  private static String starlingClassPath() {
    return System.getProperty("java.class.path");
  }

  private void note(String message) {
    if (specification.verbose()) {
      System.err.println("starling: " + message);
    }
  }
}
