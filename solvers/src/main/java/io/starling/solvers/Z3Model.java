package io.starling.solvers;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntSort;
import com.microsoft.z3.Model;
import com.microsoft.z3.Optimize;
import com.microsoft.z3.Status;
import io.starling.solvers.Stages.Stage;
import io.starling.topology.locality.ExactSearch.Answer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Stages of messages for Z3: a rank is on a host or not, and a stage lasts at least as long as a
 * link if both its ends are there. The cost must be below that of the known order.
 */
@SuppressWarnings("unchecked") // Z3 takes generic expressions as variable arguments.
final class Z3Model {

  private final Context context;
  private final Optimize optimize;
  private final WholeCosts costs;
  private final int[] known;

  /** Whether the rank of the row is on the host of the column. */
  private final BoolExpr[][] isOn;

  private final IntExpr cost;
  private final long above;

  Z3Model(Context context, Stages stages, WholeCosts costs, int... known) {
    this.context = context;
    this.costs = costs;
    this.known = known.clone();
    optimize = context.mkOptimize();
    int size = known.length;
    isOn = new BoolExpr[size][size];
    for (int rank = 0; rank < size; rank++) {
      for (int host = 0; host < size; host++) {
        isOn[rank][host] = context.mkBoolConst("on-" + rank + "-" + host);
      }
    }
    oneToOne();
    if (Symmetry.isFree(stages)) {
      optimize.Add(isOn[0][0]);
    }
    IntExpr[] slowest = new IntExpr[stages.stages().size()];
    for (int i = 0; i < slowest.length; i++) {
      slowest[i] = context.mkIntConst("stage-" + i);
      addMessages(stages.stages().get(i), slowest[i]);
    }
    cost = context.mkIntConst("cost");
    for (List<Integer> path : stages.paths()) {
      IntExpr[] terms = path.stream().map(stage -> slowest[stage]).toArray(IntExpr[]::new);
      optimize.Add(context.mkGe(cost, context.mkAdd(terms)));
    }
    above = stages.cost(costs, known);
    optimize.Add(context.mkLt(cost, context.mkInt(above)));
  }

  private void oneToOne() {
    int size = isOn.length;
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    for (int i = 0; i < size; i++) {
      int place = i;
      optimize.Add(context.mkPBEq(ones, isOn[i], 1));
      BoolExpr[] column = Arrays.stream(isOn).map(row -> row[place]).toArray(BoolExpr[]::new);
      optimize.Add(context.mkPBEq(ones, column, 1));
    }
  }

  private void addMessages(Stage stage, IntExpr slowest) {
    int size = isOn.length;
    optimize.Add(context.mkGe(slowest, context.mkInt(costs.least(stage.bytes()))));
    for (int message = 0; message < stage.from().length; message++) {
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          if (from != to) {
            BoolExpr both =
                context.mkAnd(isOn[stage.from()[message]][from], isOn[stage.to()[message]][to]);
            ArithExpr<IntSort> time = context.mkInt(costs.of(from, to, stage.bytes()));
            optimize.Add(context.mkImplies(both, context.mkGe(slowest, time)));
          }
        }
      }
    }
  }

  /** Minimises the cost. */
  Answer solve(Duration limit) {
    var parameters = context.mkParams();
    parameters.add("timeout", (int) Math.min(Integer.MAX_VALUE, limit.toMillis()));
    optimize.setParameters(parameters);
    optimize.MkMinimize(cost);
    Status status = optimize.Check();
    return switch (status) {
      case UNSATISFIABLE ->
          new Answer(known, costs.microseconds((double) above), "z3: no order is better");
      case SATISFIABLE -> best(optimize.getModel());
      case UNKNOWN ->
          new Answer(
              known, 0, "z3: the best order is not proved after %d s".formatted(limit.toSeconds()));
    };
  }

  private Answer best(Model model) {
    int[] order = new int[isOn.length];
    for (int rank = 0; rank < order.length; rank++) {
      while (!model.eval(isOn[rank][order[rank]], true).isTrue()) {
        order[rank]++;
      }
    }
    double units = Double.parseDouble(model.eval(cost, true).toString());
    return new Answer(order, costs.microseconds(units), "z3: no order is better");
  }
}
