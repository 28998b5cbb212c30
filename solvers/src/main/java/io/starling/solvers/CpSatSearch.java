package io.starling.solvers;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.util.Domain;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RingPattern;
import java.time.Duration;
import java.util.Optional;

/**
 * The constraint solver CP-SAT of Google's OR-Tools: a ring as a circuit, all else as tables of the
 * hosts at the ends of messages.
 */
public final class CpSatSearch implements ExactSearch {

  /** For the service loader. */
  public CpSatSearch() {}

  @Override
  public String name() {
    return "cp-sat";
  }

  @Override
  public Answer improve(CommunicationPattern pattern, LinkCosts links, int[] order, Duration limit)
      throws InterruptedException {
    Optional<Stages> stages = Stages.of(pattern);
    Optional<String> refusal = Refusal.of(name(), stages, limit);
    if (refusal.isPresent()) {
      return new Answer(order, 0, refusal.get());
    }
    Optional<String> failure = NativeLibraries.load(name(), CpSatSearch::load);
    if (failure.isPresent()) {
      return new Answer(order, 0, failure.get());
    }
    WholeCosts costs = WholeCosts.of(links, stages.get().mostBytes());
    OrderModel model =
        pattern instanceof RingPattern ring
            ? new RingModel(costs, ring.bytes(), order)
            : new PlacesModel(stages.get(), costs, order);
    return solve(model, costs, order, limit);
  }

  /** The loader hides why it fails; the first call does not. */
  private static void load() {
    Loader.loadNativeLibraries();
    new Domain(0, 1).delete();
  }

  private Answer solve(OrderModel model, WholeCosts costs, int[] order, Duration limit)
      throws InterruptedException {
    CpSolver solver = new CpSolver();
    solver
        .getParameters()
        .setMaxTimeInSeconds(limit.toMillis() / 1e3)
        .setNumWorkers(Runtime.getRuntime().availableProcessors());
    CpSolverStatus status =
        Interruptible.call(() -> solver.solve(model.model()), solver::stopSearch);
    boolean isSolved = status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE;
    double bound = Math.max(0, costs.microseconds(solver.bestObjectiveBound()));
    return new Answer(
        isSolved ? model.order(solver) : order,
        Double.isFinite(bound) ? bound : 0,
        status == CpSolverStatus.OPTIMAL
            ? "cp-sat: no order is better"
            : "cp-sat: the best order is not proved after %d s".formatted(limit.toSeconds()));
  }
}
