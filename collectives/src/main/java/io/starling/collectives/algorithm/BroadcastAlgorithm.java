package io.starling.collectives.algorithm;

import io.starling.collectives.broadcast.BroadcastOperation;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A broadcast on a tree.
 *
 * @param shape makes the tree from the parameters
 * @param maker makes the operation for a plan
 */
public record BroadcastAlgorithm(
    String name,
    String description,
    Set<Parameter> parameters,
    Function<Parameters, TreeKind> shape,
    BiFunction<Context, TreePlan, BroadcastOperation> maker)
    implements Algorithm {

  @Override
  public CollectiveKind kind() {
    return CollectiveKind.BROADCAST;
  }

  @Override
  public String restrictions() {
    return "";
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return true;
  }

  @Override
  public CollectiveOperation operation(Task task) {
    TreeKind tree = shape.apply(task.parameters());
    return maker.apply(task.context(), task.plan(tree));
  }
}
