package io.starling.collectives.algorithm;

import io.starling.collectives.broadcast.BroadcastMachine;
import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.TreePlan;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A broadcast on a tree.
 *
 * @param shape which tree, given the parameters
 * @param machine makes the machine for a plan
 */
public record BroadcastAlgorithm(
    String name,
    String description,
    Set<Parameter> parameters,
    Function<Parameters, Shape> shape,
    BiFunction<Context, TreePlan, BroadcastMachine> machine)
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
  public Collective machine(Task task) {
    Shape tree = shape.apply(task.parameters());
    return machine.apply(task.context(), TreePlans.plan(tree, task));
  }
}
