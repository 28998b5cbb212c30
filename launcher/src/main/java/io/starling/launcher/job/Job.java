package io.starling.launcher.job;

import io.starling.launcher.contact.ContactFile;
import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.ForcedExit;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.output.Terminal;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.placing.Vacancies;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.EnvironmentCheck;
import io.starling.runtime.bootstrap.store.JobStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * One job: ranks as processes of this host, or of several, under a launcher that ends with them.
 *
 * <pre>{@code
 * Program program = Program.ofClass(PingPong.class, List.of("--sizes", "8,64K"));
 * int status = new Job(JobSpecification.builder(2, program).build()).run();
 * }</pre>
 */
public final class Job {

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
    ForcedExit forcedExit = new ForcedExit(System::nanoTime, Runtime.getRuntime()::halt);
    Signals signals =
        new Signals(
            number -> {
              events.add(new Event.Signalled(number));
              forcedExit.note(number);
            });
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
   * @param started gets the processes of the ranks on this host, in their order, when all are
   *     started
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
  private record Plan(JobStart start, Map<String, byte[]> shared, HostsChoice choice) {}

  private Plan plan(CompletableFuture<Integer> signal) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(specification.environment());
    Map<String, byte[]> shared = check(environment);
    HostsChoice choice = HostsChoice.here(specification.hosts());
    note(choice.describe());
    return new Plan(start(choice, environment, signal), shared, choice);
  }

  private JobStart start(
      HostsChoice choice, Map<String, String> environment, CompletableFuture<Integer> signal)
      throws InterruptedException {
    if (specification.contact().join().isPresent()) {
      return JoinedStart.prepare(specification, choice, environment, signal, this::note);
    }
    return choice.kind() == LauncherKind.LOCAL
        ? LocalStart.prepare(specification, choice, environment, signal, this::note)
        : new HostsStart(specification, choice, environment, signal, this::note);
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
    Optional<Path> contact = specification.contact().contact();
    contact.ifPresent(ContactFile::requireFree);
    try (JobStore store = plan.start().openStore(events);
        JobTrace trace = JobTrace.of(specification.trace(), plan.start().size());
        JobOutput output = output(plan.start().size(), events)) {
      plan.shared().forEach(store::put);
      try (JobRanks ranks = plan.start().start(new JobStart.Scene(store, events, output, trace))) {
        tell(ranks.placement(), output);
        publish(ranks, store);
        started.accept(ranks.handles());
        if (interactive) {
          output.showUnfinishedLines();
        }
        var vacancies = new Vacancies(plan.choice().hosts(), specification.hosts().oversubscribe());
        int status = new Supervisor(specification, events, store, ranks, output, vacancies).run();
        plan.start().ended(status);
        return output.finish(trace.finish(status, output::tell));
      } finally {
        contact.ifPresent(file -> ContactFile.of(store.jobFile()).remove(file));
      }
    } catch (SignalledException e) {
      return e.status();
    } catch (IOException e) {
      throw new LaunchException("cannot start the job: " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      throw new LaunchException(
          "the launcher cannot go on: %s; if it is short of threads, raise the limit of the user (ulimit -u) or of the container"
              .formatted(e.getMessage()),
          e);
    }
  }

  private void publish(JobRanks ranks, JobStore store) throws InterruptedException {
    try {
      ranks.placement().publish(store::put);
      specification
          .contact()
          .contact()
          .ifPresent(file -> ContactFile.of(store.jobFile()).write(file));
    } catch (RuntimeException | Error e) {
      ranks.end(Duration.ZERO);
      throw e;
    }
  }

  private JobOutput output(int size, BlockingQueue<Event> events) {
    return new JobOutput(
        specification.output(), size, out, errors, () -> events.add(new Event.OutputBroken()));
  }

  private void tell(JobPlacement placement, JobOutput output) {
    if (!specification.order().isGiven() && placement.shares().size() == 1) {
      output.tell("--rank-by locality: all ranks are on this host, so there is nothing to order");
    }
    placement.notices().forEach(output::tell);
    if (specification.reportBindings()) {
      placement.report().forEach(output::tell);
    }
  }

  private void note(String message) {
    if (specification.verbose()) {
      System.err.println("starling: " + message);
    }
  }
}
