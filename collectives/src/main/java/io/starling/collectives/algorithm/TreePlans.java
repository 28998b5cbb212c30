package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;

/** Makes plans from shapes and parameters. */
final class TreePlans {

  private TreePlans() {}

  static TreePlan plan(TreeKind shape, Task task) {
    Parameters parameters = task.parameters();
    Context context = task.context();
    Problem problem = task.problem();
    return new TreePlan(
        parameters
            .shape(shape, context.hierarchy())
            .branch(context.rank(), context.size(), problem.root()),
        problem.bytes(),
        TreePlan.segmentBytes(parameters.segmentBytes(), problem.bytes(), problem.elementBytes()),
        parameters.sendWindow(),
        parameters.receiveWindow());
  }
}
