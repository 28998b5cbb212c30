package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.JobProcesses;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.RankCommunicator;
import io.starling.collectives.operation.Context;
import io.starling.collectives.settings.Notice;
import io.starling.collectives.settings.SelectionVariables;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.SpawnOrigin;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.reduction.FoldWarmup;
import io.starling.runtime.trace.TraceFolder;
import io.starling.runtime.trace.TracingPort;
import io.starling.runtime.transport.noise.NoiseSchedule;
import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.NoisyPort;
import io.starling.runtime.transport.noise.StolenTime;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * This process as one rank of a job. It finds the other ranks through any launcher, communicates
 * over the job's transport, and leaves in two steps.
 *
 * <p>Closing the communicator completes this rank's sends and refuses further calls, but does not
 * wait for other ranks: it may run while an exception is thrown and the others are stuck in a
 * collective. When the JVM ends, a rank that was closed waits until all ranks are closed, because
 * its peers may still read from its shared memory. A rank that has failed, possibly in its close,
 * or that was not closed does not wait; the launcher ends the others.
 */
final class ProcessJob {

  /** The system property that the caller of the program sets if the program has failed. */
  static final String FAILED = "starling.failed";

  private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(2);

  /** The fence at which ranks wait for each other before their processes end. */
  static final String DEPARTURE = "departure";

  private static final long DEPARTURE_POLL_NANOSECONDS = 1_000_000;

  private static final String NO_SPAWNER =
      "the launcher of this job can't start ranks while it runs; start the job with 'starling run',"
          + " without --room 0";

  /** Whether an open world is left when the JVM ends. */
  private static final AtomicBoolean LEAVES_AT_EXIT = new AtomicBoolean();

  private final Bootstrap bootstrap;
  private final Membership membership;
  private final ProcessNumbers numbers;
  private JobProcesses processes;
  private Port port;
  private Engine engine;
  private volatile boolean closed;
  private volatile boolean abandoned;

  private ProcessJob(Bootstrap bootstrap) {
    this.bootstrap = bootstrap;
    this.membership = bootstrap.membership();
    this.numbers = bootstrap.numbers();
  }

  /** Opens a rank's port, as {@link Transport#open} does. */
  interface Opener {
    Port open(
        Membership membership,
        ProcessNumbers numbers,
        AddressBook addresses,
        Threading threading,
        Map<String, String> environment);
  }

  static Communicator join(
      Bootstrap bootstrap, ThreadSettings threads, Map<String, String> environment) {
    return join(bootstrap, threads, environment, Transport.from(environment)::open);
  }

  static Communicator join(
      Bootstrap bootstrap,
      ThreadSettings threads,
      Map<String, String> environment,
      Opener transport) {
    ProcessJob job = new ProcessJob(bootstrap);
    try {
      var selection = SelectionVariables.read(environment, job::table);
      job.open(threads, environment, transport);
      Member member =
          Member.ofWorld(
              Context.world(job.engine, job.numbers.first(), job.layout()),
              Worlds.checks(environment),
              () -> Departure.leave(job.engine, job::close),
              job::abort,
              job.processes);
      RankCommunicator world = new RankCommunicator(member, selection);
      if (job.numbers.areJoined()) {
        job.meetParents(world);
      }
      return world;
    } catch (RuntimeException e) {
      bootstrap.reportFailure(
          "rank %d can't join the job: %s".formatted(job.number(), e.getMessage()));
      throw e;
    }
  }

  static void leaveAtExit() {
    LEAVES_AT_EXIT.set(true);
  }

  /** This rank's number in the job. */
  private int number() {
    return numbers.first() + membership.rank();
  }

  private void meetParents(RankCommunicator world) {
    int first = numbers.first();
    byte[] bytes = bootstrap.published(Spawner.ORIGIN + first, JOIN_TIMEOUT).orElseThrow();
    SpawnOrigin origin = SpawnOrigin.decode(bytes);
    if (origin.isThere()) {
      world.meetParents(origin.root(), first);
    }
  }

  private void open(ThreadSettings threads, Map<String, String> environment, Opener transport) {
    Threading threading =
        threads.threading(membership.localSize(), Runtime.getRuntime().availableProcessors());
    boolean traced = environment.containsKey(TraceFolder.VARIABLE);
    var addresses = new ExchangedAddresses(bootstrap, traced, JOIN_TIMEOUT);
    Port quiet = transport.open(membership, numbers, addresses, threading, environment);
    Port noisy = NoiseSettings.from(environment).map(noise -> noisy(quiet, noise)).orElse(quiet);
    port = TraceFolder.trace(noisy, environment);
    if (noisy instanceof NoisyPort noise && port instanceof TracingPort trace) {
      noise.tell(trace::disturbed);
    }
    engine = Engines.of(port, BackoffIdleStrategy.forRank(membership.oversubscribed()), threading);
    bootstrap.supervision().ifPresent(FailureMonitor.of(engine)::watch);
    if (!membership.oversubscribed()) {
      FoldWarmup.warmInBackground(ReductionOperator.SUM, Datatype.FLOAT64);
    }
    processes = processes(addresses.own());
    if (numbers.areJoined()) {
      processes.publish(number());
    }
    addresses.exchange();
    Runtime.getRuntime().addShutdownHook(new Thread(this::depart, "starling-departure"));
  }

  private JobProcesses processes(byte... address) {
    return bootstrap
        .spawner()
        .map(spawner -> JobProcesses.of(spawner, numbers, address))
        .orElseGet(() -> JobProcesses.fixed(NO_SPAWNER));
  }

  private Port noisy(Port quiet, NoiseSettings noise) {
    var schedule = new NoiseSchedule(noise, membership.rank(), System.nanoTime());
    return new NoisyPort(quiet, schedule, System::nanoTime, stolen -> report(stolen, noise));
  }

  private void report(StolenTime stolen, NoiseSettings noise) {
    try {
      if (noise.report().isPresent()) {
        stolen.write(noise.report().get().resolve(Integer.toString(membership.rank())));
      }
    } catch (IOException e) {
      Notice.print("rank " + number() + " could not report its noise: " + e);
    }
  }

  /** The layout of a world that was started later has keys of its own. */
  private Layout layout() {
    String prefix = numbers.areJoined() ? numbers.first() + "/" : "";
    return LayoutExchange.read(
        membership.rank(), key -> bootstrap.published(prefix + key, JOIN_TIMEOUT).orElseThrow());
  }

  /**
   * The content of the file that the launcher has published; without a launcher, the rank reads the
   * file.
   */
  private byte[] table(String file) {
    return bootstrap
        .published(SelectionCheck.TABLE, JOIN_TIMEOUT)
        .orElseGet(() -> SelectionVariables.readTable(file));
  }

  private void close() {
    if (!closed) {
      boolean failed = true;
      try {
        engine.close();
        failed = false;
      } finally {
        abandoned = failed || (engine.hasOpenTransfers() && !hasSurvived());
        closed = true;
      }
    }
  }

  /** The program has said that it is done: what it has left open is no failure. */
  private void closeWithWhatIsOpen() {
    engine.close();
    closed = true;
  }

  /** Ends this process at once, without shutdown hooks; the launcher ends the other ranks. */
  private void abort(int status, String reason) {
    try {
      bootstrap.abort(status, reason);
    } finally {
      Runtime.getRuntime().halt(failing(status));
    }
  }

  /**
   * A process that leaves the others alone must not seem to succeed; the system keeps the low byte.
   */
  static int failing(int status) {
    return (status & 0xFF) == 0 ? 1 : status;
  }

  /**
   * Whether open operations may be due to failed ranks. A rank of a job that has joined this one
   * may fail although this job does not survive failures of its own.
   */
  private boolean hasSurvived() {
    Supervision supervision = FailureMonitor.of(engine).supervision();
    return supervision != null
        && (supervision.survivesFailures()
            ? FailureMonitor.of(engine).failureState().count() > 0
            : processes.met().intersects(failed()));
  }

  private void depart() {
    try {
      if (LEAVES_AT_EXIT.get() && !closed && !Boolean.getBoolean(FAILED) && !endsBySignal()) {
        closeWithWhatIsOpen();
      }
      if (Boolean.getBoolean(FAILED) || abandoned) {
        bootstrap.reportFailure("rank " + number() + " has failed and ends the job");
      } else if (closed) {
        departTogether();
      } else if (!endsBySignal()) {
        Notice.print("rank " + number() + " ends without closing its communicator");
        bootstrap.leaveUnclosed();
      }
    } catch (StarlingException e) {
      // Starling's launcher tells which rank has failed.
      if (bootstrap.supervision().isEmpty()) {
        Notice.print("rank " + number() + " could not leave: " + e.getMessage());
      }
    } catch (RuntimeException | Error e) {
      // An exception out of a shutdown hook would be printed, and the rank would end with status 0.
      Notice.print("rank %d failed when it left: %s".formatted(number(), e));
      Runtime.getRuntime().halt(1);
    }
  }

  /** The JVM runs the shutdown on a thread of this name if a signal ends the process. */
  private static boolean endsBySignal() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .anyMatch(name -> name.startsWith("SIG") && name.endsWith(" handler"));
  }

  private BitSet failed() {
    return FailureMonitor.of(engine).failureState().failed();
  }

  private void departTogether() {
    port.takeOver();
    if (!hasSurvived()) {
      port.drain();
    }
    Acquaintances acquaintances = new Acquaintances(bootstrap, processes, failed(), number());
    acquaintances.tellDeparture();
    bootstrap.enterFence(DEPARTURE);
    while (!bootstrap.fencePassed(DEPARTURE) || !acquaintances.haveDeparted()) {
      if (port.progress() == 0 && port.arm()) {
        port.sleep(DEPARTURE_POLL_NANOSECONDS);
      }
    }
    // A transport may wait forever for failed ranks.
    if (!hasSurvived()) {
      port.close();
    }
    bootstrap.close();
  }
}
