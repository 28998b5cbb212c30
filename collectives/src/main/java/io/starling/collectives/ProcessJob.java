package io.starling.collectives;

import io.starling.collectives.machine.Plural;
import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.bootstrap.RankEnvironment;
import io.starling.runtime.bootstrap.StoreClient;
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
 * This process as one rank of a job: joins through the bootstrap store, talks over the job's
 * transport, and leaves in two steps.
 *
 * <p>Closing the communicator completes what this rank has sent and refuses further calls, but
 * waits for nobody: it may run while an exception is on its way, with the other ranks stuck in a
 * collective. When the JVM ends, a rank that was closed waits until all ranks are closed, because
 * its peers may still read from its shared memory; a rank that failed, in its close too, or was not
 * closed waits for nobody, and the launcher ends the others.
 */
final class ProcessJob implements AddressBook {

  /** Set by the launcher when the program has failed. */
  static final String FAILED = "starling.failed";

  private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(2);
  private static final String DEPARTURE = "departure";
  private static final long DEPARTURE_POLL_NANOSECONDS = 1_000_000;

  private final RankEnvironment rank;
  private final StoreClient store;
  private Port port;
  private Engine engine;
  private volatile boolean closed;
  private volatile boolean abandoned;

  private ProcessJob(RankEnvironment rank) {
    this.rank = rank;
    this.store = StoreClient.connect(rank);
  }

  /** Opens a rank's port, as {@link Transport#open} does. */
  interface Opener {
    Port open(
        RankEnvironment rank,
        AddressBook addresses,
        Threading threading,
        Map<String, String> environment);
  }

  static Communicator join(
      RankEnvironment rank, ThreadOptions threads, Map<String, String> environment) {
    return join(rank, threads, environment, Transport.from(environment)::open);
  }

  static Communicator join(
      RankEnvironment rank,
      ThreadOptions threads,
      Map<String, String> environment,
      Opener transport) {
    ProcessJob job = new ProcessJob(rank);
    var selection = SelectionVariables.read(environment, file -> job.table());
    job.open(threads, environment, transport);
    return new RankCommunicator(
        Member.ofWorld(job.engine, job.layout(), Starling.checks(environment), job::close),
        selection);
  }

  private void open(ThreadOptions threads, Map<String, String> environment, Opener transport) {
    Threading threading =
        threads.threading(rank.localSize(), Runtime.getRuntime().availableProcessors());
    Port quiet = transport.open(rank, this, threading, environment);
    Port noisy = NoiseSettings.from(environment).map(noise -> noisy(quiet, noise)).orElse(quiet);
    port = TraceFolder.trace(noisy, environment);
    if (noisy instanceof NoisyPort noise && port instanceof TracingPort trace) {
      noise.tell(trace::disturbed);
    }
    engine = new Engine(port, BackoffIdleStrategy.forRank(rank.oversubscribed()), threading);
    if (!rank.oversubscribed()) {
      FoldWarmup.warmInBackground(ReductionOperators.SUM, Datatype.FLOAT64);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::depart, "starling-departure"));
  }

  private Port noisy(Port quiet, NoiseSettings noise) {
    var schedule = new NoiseSchedule(noise, rank.rank(), System.nanoTime());
    return new NoisyPort(quiet, schedule, System::nanoTime, stolen -> report(stolen, noise));
  }

  private void report(StolenTime stolen, NoiseSettings noise) {
    try {
      if (noise.report().isPresent()) {
        stolen.write(noise.report().get().resolve(Integer.toString(rank.rank())));
      }
    } catch (IOException e) {
      log(Level.WARNING, "rank " + rank.rank() + " could not report its noise: " + e);
    }
  }

  @Override
  public void publish(int publisher, byte[] address) {
    store.put(key(publisher), address);
  }

  @Override
  public byte[] lookUp(int peer) {
    return store.get(key(peer), JOIN_TIMEOUT);
  }

  private Layout layout() {
    return LayoutExchange.read(rank.rank(), key -> store.get(key, JOIN_TIMEOUT));
  }

  /** What the launcher has read from the file. */
  private byte[] table() {
    return store.get(SelectionCheck.TABLE, JOIN_TIMEOUT);
  }

  private static void log(Level level, String message) {
    System.getLogger("io.starling").log(level, message);
  }

  private static String key(int publisher) {
    return "address/" + publisher;
  }

  private void close() {
    if (!closed) {
      String open = describeOpen();
      boolean failed = true;
      try {
        engine.close();
        failed = false;
      } finally {
        abandoned = failed || engine.hasOpenTransfers();
        closed = true;
      }
      if (!open.isEmpty()) {
        throw new IllegalStateException(
            "rank %d: the communicator was closed with %s; wait for every request before the close"
                .formatted(rank.rank(), open));
      }
    }
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
    if (Boolean.getBoolean(FAILED) || abandoned) {
      return;
    }
    if (!closed) {
      log(Level.WARNING, "rank " + rank.rank() + " ends without closing its communicator");
      return;
    }
    try {
      store.enterFence(DEPARTURE);
      while (!store.fencePassed(DEPARTURE)) {
        if (port.progress() == 0 && port.arm()) {
          port.sleep(DEPARTURE_POLL_NANOSECONDS);
        }
      }
      port.close();
      store.close();
    } catch (StarlingException e) {
      log(Level.WARNING, "rank " + rank.rank() + " could not leave: " + e.getMessage());
    }
  }
}
