package io.starling.collectives;

import io.starling.collectives.machine.Plural;
import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.bootstrap.Bootstrap;
import io.starling.runtime.bootstrap.Membership;
import io.starling.runtime.bootstrap.Supervision;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.error.StarlingException;
import io.starling.runtime.progress.BackoffIdleStrategy;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Threading;
import io.starling.runtime.reduction.FoldWarmup;
import io.starling.runtime.reduction.ReductionOperators;
import io.starling.runtime.trace.TraceFolder;
import io.starling.runtime.trace.TracingPort;
import io.starling.runtime.transport.noise.NoiseSchedule;
import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.NoisyPort;
import io.starling.runtime.transport.noise.StolenTime;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutExchange;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;

/**
 * This process as one rank of a job: finds the others, whoever has started them, talks over the
 * job's transport, and leaves in two steps.
 *
 * <p>Closing the communicator completes what this rank has sent and refuses further calls, but
 * waits for nobody: it may run while an exception is on its way, with the other ranks stuck in a
 * collective. When the JVM ends, a rank that was closed waits until all ranks are closed, because
 * its peers may still read from its shared memory; a rank that failed, in its close too, or was not
 * closed waits for nobody, and who has started the job ends the others.
 */
final class ProcessJob {

  /** Set when the program has failed, by what has called it. */
  static final String FAILED = "starling.failed";

  private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(2);

  /** The fence at which ranks wait for each other before their processes end. */
  static final String DEPARTURE = "departure";

  private static final long DEPARTURE_POLL_NANOSECONDS = 1_000_000;

  private final Bootstrap bootstrap;
  private final Membership membership;
  private Port port;
  private Engine engine;
  private volatile boolean closed;
  private volatile boolean abandoned;

  private ProcessJob(Bootstrap bootstrap) {
    this.bootstrap = bootstrap;
    this.membership = bootstrap.membership();
  }

  /** Opens a rank's port, as {@link Transport#open} does. */
  interface Opener {
    Port open(
        Membership membership,
        AddressBook addresses,
        Threading threading,
        Map<String, String> environment);
  }

  static Communicator join(
      Bootstrap bootstrap, ThreadOptions threads, Map<String, String> environment) {
    return join(bootstrap, threads, environment, Transport.from(environment)::open);
  }

  static Communicator join(
      Bootstrap bootstrap,
      ThreadOptions threads,
      Map<String, String> environment,
      Opener transport) {
    ProcessJob job = new ProcessJob(bootstrap);
    try {
      var selection = SelectionVariables.read(environment, job::table);
      job.open(threads, environment, transport);
      return new RankCommunicator(
          Member.ofWorld(job.engine, job.layout(), Starling.checks(environment), job::close),
          selection);
    } catch (RuntimeException e) {
      int rank = job.membership.rank();
      bootstrap.abort("rank %d can't join the job: %s".formatted(rank, e.getMessage()));
      throw e;
    }
  }

  private void open(ThreadOptions threads, Map<String, String> environment, Opener transport) {
    Threading threading =
        threads.threading(membership.localSize(), Runtime.getRuntime().availableProcessors());
    ExchangedAddresses addresses = new ExchangedAddresses();
    Port quiet = transport.open(membership, addresses, threading, environment);
    Port noisy = NoiseSettings.from(environment).map(noise -> noisy(quiet, noise)).orElse(quiet);
    port = TraceFolder.trace(noisy, environment);
    if (noisy instanceof NoisyPort noise && port instanceof TracingPort trace) {
      noise.tell(trace::disturbed);
    }
    engine = new Engine(port, BackoffIdleStrategy.forRank(membership.oversubscribed()), threading);
    bootstrap.supervision().ifPresent(engine.lookout()::watch);
    if (!membership.oversubscribed()) {
      FoldWarmup.warmInBackground(ReductionOperators.SUM, Datatype.FLOAT64);
    }
    addresses.exchange(bootstrap, JOIN_TIMEOUT);
    Runtime.getRuntime().addShutdownHook(new Thread(this::depart, "starling-departure"));
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
      log(Level.WARNING, "rank " + membership.rank() + " could not report its noise: " + e);
    }
  }

  private Layout layout() {
    return LayoutExchange.read(
        membership.rank(), key -> bootstrap.published(key, JOIN_TIMEOUT).orElseThrow());
  }

  /** What the launcher has read from the file; a rank without such a launcher reads it itself. */
  private byte[] table(String file) {
    return bootstrap
        .published(SelectionCheck.TABLE, JOIN_TIMEOUT)
        .orElseGet(() -> TableFile.read(file));
  }

  private static void log(Level level, String message) {
    System.getLogger("io.starling").log(level, message);
  }

  private void close() {
    if (!closed) {
      String open = describeOpen();
      boolean failed = true;
      try {
        engine.close();
        failed = false;
      } finally {
        abandoned = failed || (engine.hasOpenTransfers() && !hasSurvived());
        closed = true;
      }
      if (!open.isEmpty()) {
        throw new IllegalStateException(
            "rank %d: the communicator was closed with %s; wait for every request before the close"
                .formatted(membership.rank(), open));
      }
    }
  }

  /** Whether what is open may be what ranks that have failed have left behind. */
  private boolean hasSurvived() {
    Supervision supervision = engine.lookout().supervision();
    return supervision != null
        && supervision.survivesFailures()
        && engine.lookout().casualties().count() > 0;
  }

  private String describeOpen() {
    engine.enter();
    try {
      int open = engine.activeOperations();
      return open == 0
          ? ""
          : "%s under way: %s".formatted(Plural.of(open, "operation"), engine.pending());
    } finally {
      engine.leave();
    }
  }

  private void depart() {
    try {
      if (Boolean.getBoolean(FAILED) || abandoned) {
        bootstrap.abort("rank " + membership.rank() + " has failed and ends the job");
      } else if (closed) {
        departTogether();
      } else {
        log(Level.WARNING, "rank " + membership.rank() + " ends without closing its communicator");
        bootstrap.leaveUnclosed();
      }
    } catch (StarlingException e) {
      log(Level.WARNING, "rank " + membership.rank() + " could not leave: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // Out of a shutdown hook it would be printed, and the rank would end as if all were well.
      System.getLogger("io.starling")
          .log(Level.ERROR, "rank " + membership.rank() + " failed when it left", e);
      Runtime.getRuntime().halt(1);
    }
  }

  private void departTogether() {
    port.takeOver();
    if (!hasSurvived()) {
      port.drain();
    }
    bootstrap.enterFence(DEPARTURE);
    while (!bootstrap.fencePassed(DEPARTURE)) {
      if (port.progress() == 0 && port.arm()) {
        port.sleep(DEPARTURE_POLL_NANOSECONDS);
      }
    }
    // A transport may wait for ever for ranks that have failed.
    if (!hasSurvived()) {
      port.close();
    }
    bootstrap.close();
  }
}
