package io.starling.collectives;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.bootstrap.RankEnvironment;
import io.starling.runtime.progress.BackoffIdleStrategy;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.Layout;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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

  /** Set to 1, rank 0 tells on stderr, once for each case, what was chosen and why. */
  public static final String EXPLAIN = "STARLING_EXPLAIN";

  /** Set to 1, every collective is checked for agreement among the ranks. */
  public static final String CHECK = "STARLING_CHECK";

  private Starling() {}

  /**
   * Joins the job that {@code starling run} started; a program started alone is a world of one
   * rank. The calling thread owns the communicator.
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
    return RankEnvironment.from(environment)
        .map(rank -> ProcessJob.join(rank, environment))
        .orElseGet(() -> alone(environment));
  }

  /** All algorithms, by collective. */
  public static List<AlgorithmDescription> algorithms() {
    return AlgorithmRegistry.all().stream().map(AlgorithmDescription::of).toList();
  }

  private static Communicator alone(Map<String, String> environment) {
    return communicator(
        new LocalFabric(1), 0, SelectionVariables.read(environment), checks(environment));
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

  /** The same on a fabric of one's own. */
  public static void local(LocalFabric fabric, Consumer<Communicator> program) {
    Map<String, String> environment = System.getenv();
    Selection selection = SelectionVariables.read(environment);
    boolean check = checks(environment);
    LocalRanks.run(
        fabric.size(),
        rank -> {
          try (Communicator world = communicator(fabric, rank, selection, check)) {
            program.accept(world);
          }
        });
  }

  private static Communicator communicator(
      LocalFabric fabric, int rank, Selection selection, boolean check) {
    Engine engine =
        new Engine(
            fabric.port(rank),
            BackoffIdleStrategy.forHost(fabric.size(), Runtime.getRuntime().availableProcessors()));
    return new RankCommunicator(
        Member.ofWorld(engine, Layout.flat(engine.size()), check, engine::close), selection);
  }

  static boolean checks(Map<String, String> environment) {
    return "1".equals(environment.get(CHECK));
  }
}
