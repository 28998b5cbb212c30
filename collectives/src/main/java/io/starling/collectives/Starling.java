package io.starling.collectives;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.progress.BackoffIdleStrategy;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.ThreadLevel;
import io.starling.runtime.trace.SimulatedTrace;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.simulated.Crew;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeTable;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** The way in. */
public final class Starling {

  /**
   * An algorithm specification for the whole job, as {@link Communicator#withAlgorithm} takes it.
   */
  public static final String ALGORITHM = "STARLING_ALGORITHM";

  /**
   * The trees of the hardware's levels for the whole job, such as {@code
   * node=binomial,package=chain}, or one tree for all levels, such as {@code chain}: broadcast and
   * reduce take the topology tree, unless {@link #ALGORITHM} says otherwise.
   */
  public static final String TREE = "STARLING_TREE";

  /**
   * A file with a table of rules by which algorithms are chosen, before those that Starling brings;
   * {@link #ALGORITHM} and {@link #TREE} go before it.
   */
  public static final String TABLE = "STARLING_TABLE";

  /**
   * {@code all} where each rank of the job has a GPU, so that messages may lie there, or {@code
   * none}: tables choose by it, and the shipped one takes longer segments for long messages then.
   * The launcher sets it; where somebody else starts the ranks, set it for the whole job.
   */
  public static final String GPUS = "STARLING_GPUS";

  /** Set to 1, rank 0 tells on stderr, once for each case, what was chosen and why. */
  public static final String EXPLAIN = "STARLING_EXPLAIN";

  /** Set to 1, every collective is checked for agreement among the ranks. */
  public static final String CHECK = "STARLING_CHECK";

  /**
   * Which threads of a rank may call, where {@link #world()} is not told: {@code single}, {@code
   * funneled} (the default), {@code serialized} or {@code multiple}.
   */
  public static final String THREADS = "STARLING_THREADS";

  /**
   * Who makes progress while a rank computes: {@code caller} (the default): nobody, messages move
   * inside calls; {@code thread}: a thread of Starling's own; {@code auto}: a thread where a rank
   * may use more processors than its host has ranks.
   */
  public static final String PROGRESS = "STARLING_PROGRESS";

  private Starling() {}

  /**
   * Joins the job that {@code starling run} started; a program started alone is a world of one
   * rank. The calling thread owns the communicator, unless {@link #THREADS} says otherwise.
   *
   * <pre>{@code
   * try (Communicator world = Starling.world()) {
   *   world.broadcast(Buffer.of(array), 0);
   * }
   * }</pre>
   *
   * @throws io.starling.runtime.error.StarlingException if the job cannot be joined, or was joined
   *     before
   */
  public static Communicator world() {
    Map<String, String> environment = System.getenv();
    return world(environment, ThreadOptions.from(environment));
  }

  /**
   * The same, where the threads of a level may call (MPI_Init_thread). All levels are there; who
   * asks for less than MULTIPLE gets it faster, and checked.
   */
  public static Communicator world(ThreadLevel level) {
    Map<String, String> environment = System.getenv();
    return world(environment, ThreadOptions.from(environment).with(level));
  }

  private static Communicator world(Map<String, String> environment, ThreadOptions threads) {
    return Bootstraps.find(environment)
        .map(bootstrap -> ProcessJob.join(bootstrap, threads, environment))
        .orElseGet(() -> alone(environment, threads));
  }

  /**
   * {@link Communicator#withAlgorithm} for a wish of the program's user.
   *
   * @param origin where it comes from, such as {@code --algorithm}; explanations tell it
   * @throws IllegalArgumentException if an algorithm, a parameter or a value is unknown
   */
  public static Communicator withAlgorithm(
      Communicator world, String specification, String origin) {
    return world instanceof RankCommunicator own
        ? own.withAlgorithm(specification, origin)
        : world.withAlgorithm(specification);
  }

  /** All algorithms, by collective. */
  public static List<AlgorithmDescription> algorithms() {
    return AlgorithmRegistry.all().stream().map(AlgorithmDescription::of).toList();
  }

  private static Communicator alone(Map<String, String> environment, ThreadOptions threads) {
    return communicator(
        new LocalFabric(1), 0, SelectionVariables.read(environment), checks(environment), threads);
  }

  /**
   * Runs a program on ranks that are threads of this JVM, to debug it in an IDE or test it. Returns
   * when all are done.
   *
   * @throws RuntimeException what the first rank that failed threw; the others are interrupted
   */
  public static void local(int size, Consumer<Communicator> program) {
    local(new LocalFabric(size, rank -> Delivery.inOrder()), program);
  }

  /** The same, where the threads of a level may call on each rank. */
  public static void local(int size, ThreadLevel level, Consumer<Communicator> program) {
    local(new LocalFabric(size), ThreadOptions.from(System.getenv()).with(level), program);
  }

  /** The same on a fabric of one's own. */
  public static void local(LocalFabric fabric, Consumer<Communicator> program) {
    local(fabric, ThreadOptions.from(System.getenv()), program);
  }

  private static void local(
      LocalFabric fabric, ThreadOptions threads, Consumer<Communicator> program) {
    Map<String, String> environment = System.getenv();
    Selection selection = SelectionVariables.read(environment);
    boolean check = checks(environment);
    LocalRanks.run(
        fabric.size(),
        rank -> {
          try (Communicator world = communicator(fabric, rank, selection, check, threads)) {
            program.accept(world);
          }
        });
  }

  /**
   * Runs a program on ranks in virtual time: the same program and the same algorithms, on hardware
   * that need not exist. Returns when all are done; the fabric tells how long that took there.
   *
   * @param layouts what each rank knows of where the ranks are
   * @throws io.starling.runtime.error.StarlingException if ranks wait for what never comes
   * @throws RuntimeException what the first rank that failed threw; the others are stopped
   */
  public static void simulated(
      SimulatedFabric fabric, IntFunction<Layout> layouts, Consumer<Communicator> program) {
    simulated(new Crew(fabric), layouts, program);
  }

  /** The same with a trace of what happens, which the caller writes to a file. */
  public static void simulated(
      SimulatedFabric fabric,
      IntFunction<Layout> layouts,
      Consumer<Communicator> program,
      SimulatedTrace trace) {
    NodeTable nodes = layouts.apply(0).table();
    for (int rank = 0; nodes.nodes() > 1 && rank < fabric.size(); rank++) {
      trace.name(rank, "rank %d (node %d)".formatted(rank, nodes.nodeOf(rank)));
    }
    simulated(new Crew(fabric, trace::portOf), layouts, program);
  }

  private static void simulated(
      Crew crew, IntFunction<Layout> layouts, Consumer<Communicator> program) {
    Selection selection = SelectionVariables.read(System.getenv());
    boolean check = checks(System.getenv());
    crew.run(
        rank -> {
          Engine engine = crew.engine(rank);
          Member member = Member.ofWorld(engine, layouts.apply(rank), check, engine::close);
          try (Communicator world = new RankCommunicator(member, selection)) {
            program.accept(world);
          }
        });
  }

  private static Communicator communicator(
      LocalFabric fabric, int rank, Selection selection, boolean check, ThreadOptions threads) {
    int processors = Runtime.getRuntime().availableProcessors();
    Engine engine =
        new Engine(
            fabric.port(rank),
            BackoffIdleStrategy.forHost(fabric.size(), processors),
            threads.threading(fabric.size(), processors));
    return new RankCommunicator(
        Member.ofWorld(engine, Layout.flat(engine.size()), check, engine::close), selection);
  }

  static boolean checks(Map<String, String> environment) {
    return "1".equals(environment.get(CHECK));
  }
}
