package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.TreePlan;
import io.starling.collectives.reduce.ReduceMachine;
import io.starling.runtime.reduction.Fold;
import java.util.Set;
import java.util.function.Function;

/**
 * A reduce on a tree. Operators that do not commute need a tree that is in order.
 *
 * @param shape which tree, given the parameters
 * @param machine makes the machine for a plan
 */
public record ReduceAlgorithm(
    String name,
    String description,
    Set<Parameter> parameters,
    Function<Parameters, Shape> shape,
    Maker machine)
    implements Algorithm {

  /** Makes a reduce machine. */
  @FunctionalInterface
  public interface Maker {

    /**
     * Makes one.
     *
     * @param inOrder whether a rank must fold its children in their order
     */
    ReduceMachine make(Context context, TreePlan plan, Fold fold, boolean inOrder);
  }

  @Override
  public CollectiveKind kind() {
    return CollectiveKind.REDUCE;
  }

  @Override
  public String restrictions() {
    return parameters.contains(Parameter.TREE)
        ? "operators that commute, unless tree=in-order-binary"
        : name.equals(Shape.IN_ORDER_BINARY.label()) ? "" : "operators that commute";
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return shape.apply(values).isInOrder();
  }

  @Override
  public Collective machine(Task task) {
    Shape tree = shape.apply(task.parameters());
    return machine.make(task.context(), TreePlans.plan(tree, task), task.fold(), task.inOrder());
  }
}
