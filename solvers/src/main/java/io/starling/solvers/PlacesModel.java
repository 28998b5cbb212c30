package io.starling.solvers;

import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearArgument;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.TableConstraint;
import io.starling.solvers.Stages.Stage;
import java.util.Arrays;
import java.util.List;

/**
 * Stages of messages: a host for each rank, and for each message a table of the hosts that may be
 * at its ends, and its time. Links too slow for the cost of the known order are left out.
 */
final class PlacesModel implements OrderModel {

  private final CpModel model = new CpModel();
  private final WholeCosts costs;
  private final IntVar[] hosts;

  /**
   * A model.
   *
   * @param known an order, which the answer is not dearer than
   */
  PlacesModel(Stages stages, WholeCosts costs, int... known) {
    this.costs = costs;
    hosts = new IntVar[stages.ranks()];
    int[] start = Symmetry.isFree(stages) ? Symmetry.withFirstHostFirst(known) : known;
    for (int rank = 0; rank < hosts.length; rank++) {
      boolean isFixed = rank == 0 && start[0] == 0 && Symmetry.isFree(stages);
      hosts[rank] = model.newIntVar(0, isFixed ? 0 : hosts.length - 1L, "");
      model.addHint(hosts[rank], start[rank]);
    }
    model.addAllDifferent(hosts);
    long above = stages.cost(costs, known);
    long[] least = stages.stages().stream().mapToLong(each -> costs.least(each.bytes())).toArray();
    IntVar[] slowest = new IntVar[least.length];
    for (int i = 0; i < least.length; i++) {
      slowest[i] = model.newIntVar(least[i], most(stages, i, above, least), "");
    }
    for (int i = 0; i < least.length; i++) {
      addMessages(stages.stages().get(i), slowest[i], most(stages, i, above, least));
    }
    minimise(stages.paths(), slowest, above);
  }

  /** The most that a stage may take, where all others on its paths take the least. */
  private static long most(Stages stages, int stage, long above, long... least) {
    return stages.paths().stream()
        .filter(path -> path.contains(stage))
        .mapToLong(path -> above - path.stream().mapToLong(each -> least[each]).sum())
        .map(left -> left + least[stage])
        .min()
        .orElse(above);
  }

  private void addMessages(Stage stage, IntVar slowest, long most) {
    int size = costs.size();
    for (int message = 0; message < stage.from().length; message++) {
      IntVar time = stage.from().length == 1 ? slowest : model.newIntVar(0, most, "");
      TableConstraint table =
          model.addAllowedAssignments(
              new LinearArgument[] {
                hosts[stage.from()[message]], hosts[stage.to()[message]], time
              });
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          long cost = costs.of(from, to, stage.bytes());
          if (from != to && cost <= most) {
            table.addTuple(new long[] {from, to, cost});
          }
        }
      }
      if (time != slowest) {
        model.addLessOrEqual(time, slowest);
      }
    }
  }

  private void minimise(List<List<Integer>> paths, IntVar[] slowest, long above) {
    IntVar cost = model.newIntVar(0, above, "");
    for (List<Integer> path : paths) {
      IntVar[] terms = path.stream().map(stage -> slowest[stage]).toArray(IntVar[]::new);
      model.addLessOrEqual(LinearExpr.sum(terms), cost);
    }
    model.minimize(cost);
  }

  @Override
  public CpModel model() {
    return model;
  }

  @Override
  public int[] order(CpSolver solved) {
    return Arrays.stream(hosts).mapToInt(host -> (int) solved.value(host)).toArray();
  }
}
