package io.starling.collectives.job;

import io.starling.collectives.Codec;
import io.starling.collectives.Communicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.RankCommunicator;
import io.starling.collectives.selection.Selection;
import io.starling.collectives.settings.CodecSettings;
import io.starling.collectives.settings.JobVariables;
import io.starling.collectives.settings.Notice;
import io.starling.collectives.settings.SelectionVariables;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.trace.SimulatedTrace;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedRanks;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeTable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/** Makes the communicator of all ranks: of processes, of threads, and in virtual time. */
public final class Worlds {

  private Worlds() {}

  /** See {@link io.starling.collectives.Starling#world()}. */
  public static Communicator join() {
    Map<String, String> environment = System.getenv();
    return join(environment, ThreadSettings.from(environment));
  }

  /** See {@link io.starling.collectives.Starling#world(ThreadLevel)}. */
  public static Communicator join(ThreadLevel level) {
    Map<String, String> environment = System.getenv();
    present("level", level);
    return join(environment, ThreadSettings.from(environment).with(level));
  }

  private static Communicator join(Map<String, String> environment, ThreadSettings threads) {
    Codec codec = CodecSettings.from(environment);
    Communicator world =
        Bootstraps.find(environment)
            .map(bootstrap -> ProcessJob.join(bootstrap, threads, environment))
            .orElseGet(() -> alone(environment, threads));
    world.useCodec(codec);
    return world;
  }

  /** See {@link io.starling.collectives.Starling#leaveAtExit()}. */
  public static void leaveAtExit() {
    ProcessJob.leaveAtExit();
  }

  private static void present(String name, Object argument) {
    if (argument == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
  }

  private static Communicator alone(Map<String, String> environment, ThreadSettings threads) {
    return communicator(
        engine(new LocalFabric(1), 0, threads),
        SelectionVariables.read(environment),
        checks(environment),
        Worlds::endProcess);
  }

  private static void endProcess(int status, String reason) {
    Notice.print(reason);
    Runtime.getRuntime().halt(status);
  }

  /**
   * {@link Communicator#withAlgorithm} with the origin of the specification.
   *
   * @param origin the source of the specification for explanations, such as {@code --algorithm}
   * @throws IllegalArgumentException if an algorithm, a parameter or a value is unknown
   */
  public static Communicator withAlgorithm(
      Communicator world, String specification, String origin) {
    return ((RankCommunicator) world).withAlgorithm(specification, origin);
  }

  /**
   * {@link Communicator#reordered} with a time between two searches.
   *
   * @param every how long an order is kept at least; negative for always
   */
  public static Communicator reordered(Communicator communicator, Duration every) {
    return ((RankCommunicator) communicator).reordered(every);
  }

  /** See {@link io.starling.collectives.Starling#local(int, SpmdProgram)}. */
  public static void local(int size, SpmdProgram program) {
    local(size, ThreadSettings.from(System.getenv()), program);
  }

  /** See {@link io.starling.collectives.Starling#local(int, ThreadLevel, SpmdProgram)}. */
  public static void local(int size, ThreadLevel level, SpmdProgram program) {
    present("level", level);
    local(size, ThreadSettings.from(System.getenv()).with(level), program);
  }

  private static void local(int size, ThreadSettings threads, SpmdProgram program) {
    if (size < 1) {
      throw new IllegalArgumentException("size must be at least 1 rank, not " + size);
    }
    present("program", program);
    local(new LocalFabric(size), threads, program);
  }

  /** Runs ranks that are threads on any fabric, such as one that reorders messages. */
  public static void local(LocalFabric fabric, SpmdProgram program) {
    local(fabric, ThreadSettings.from(System.getenv()), program);
  }

  private static void local(LocalFabric fabric, ThreadSettings threads, SpmdProgram program) {
    Map<String, String> environment = System.getenv();
    Selection selection = SelectionVariables.read(environment);
    boolean check = checks(environment);
    Codec codec = CodecSettings.from(environment);
    AtomicReferenceArray<Engine> engines = new AtomicReferenceArray<>(fabric.size());
    RankThreads.run(
        fabric.size(),
        (rank, ranks) -> {
          Engine engine = engine(fabric, rank, threads);
          engines.set(rank, engine);
          try (Communicator world = communicator(engine, selection, check, ranks::abort)) {
            world.useCodec(codec);
            program.run(world);
          }
        },
        rank -> isStalled(engines.get(rank)));
  }

  /** With MULTIPLE, another thread than the rank's may still continue. */
  private static boolean isStalled(Engine engine) {
    return engine != null
        && engine.threads().level() != ThreadLevel.MULTIPLE
        && engine.waits().isStalled();
  }

  /**
   * Runs a program on ranks in virtual time: the same program and algorithms on simulated hardware.
   * Returns when all ranks have returned; the fabric has the virtual time.
   *
   * @param layouts the layout of the ranks, as each rank knows it
   * @throws io.starling.runtime.StarlingException if ranks wait for events that never occur
   * @throws RuntimeException the exception of the first rank that failed; the others are stopped
   */
  public static void simulated(
      SimulatedFabric fabric, IntFunction<Layout> layouts, SpmdProgram program) {
    simulated(new SimulatedRanks(fabric), layouts, program);
  }

  /** Runs a program with a trace, which the caller writes to a file. */
  public static void simulated(
      SimulatedFabric fabric,
      IntFunction<Layout> layouts,
      SpmdProgram program,
      SimulatedTrace trace) {
    NodeTable nodes = layouts.apply(0).table();
    for (int rank = 0; nodes.nodes() > 1 && rank < fabric.size(); rank++) {
      trace.name(rank, "rank %d (node %d)".formatted(rank, nodes.nodeOf(rank)));
    }
    simulated(new SimulatedRanks(fabric, trace::portOf), layouts, program);
  }

  private static void simulated(
      SimulatedRanks ranks, IntFunction<Layout> layouts, SpmdProgram program) {
    Selection selection = SelectionVariables.read(System.getenv());
    boolean check = checks(System.getenv());
    ranks.run(
        rank -> {
          Engine engine = ranks.engine(rank);
          Member member = Member.ofWorld(engine, layouts.apply(rank), check, engine::close);
          try (Communicator world = new RankCommunicator(member, selection)) {
            RankThreads.unchecked(() -> program.run(world));
          }
        });
  }

  private static Engine engine(LocalFabric fabric, int rank, ThreadSettings threads) {
    int processors = Runtime.getRuntime().availableProcessors();
    return Engines.of(
        fabric.port(rank),
        BackoffIdleStrategy.forHost(fabric.size(), processors),
        threads.threading(fabric.size(), processors));
  }

  private static Communicator communicator(
      Engine engine, Selection selection, boolean check, Member.Abort abort) {
    Layout layout = Layout.flat(engine.size());
    return new RankCommunicator(
        Member.ofWorld(engine, layout, check, () -> Departure.leave(engine, engine::close), abort),
        selection);
  }

  static boolean checks(Map<String, String> environment) {
    return "1".equals(environment.get(JobVariables.CHECK));
  }
}
