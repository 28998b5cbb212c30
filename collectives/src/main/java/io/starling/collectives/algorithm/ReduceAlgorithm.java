package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import io.starling.collectives.reduce.ReduceOperation;
import io.starling.runtime.reduction.Fold;
import java.util.Set;
import java.util.function.Function;

/**
 * A reduce on a tree. Operators that are not commutative need an in-order tree.
 *
 * <p>On other trees a rank folds its children in the opposite order of a broadcast. The child that
 * a broadcast serves first has the longest way below it, so its sum comes last. If rounding fixes
 * the order, nothing else may wait for it.
 *
 * @param shape makes the tree from the parameters
 * @param maker makes the operation for a plan
 */
public record ReduceAlgorithm(
    String name,
    String description,
    Set<Parameter> parameters,
    Function<Parameters, TreeKind> shape,
    Maker maker)
    implements Algorithm {

  /** Makes reduce operations. */
  @FunctionalInterface
  public interface Maker {

    /**
     * Makes a reduce operation.
     *
     * @param inOrder whether a rank must fold its children in order
     */
    ReduceOperation make(Context context, TreePlan plan, Fold fold, boolean inOrder);
  }

  @Override
  public CollectiveKind kind() {
    return CollectiveKind.REDUCE;
  }

  @Override
  public String restrictions() {
    return parameters.contains(Parameter.TREE)
        ? "commutative operators, unless tree=in-order-binary"
        : name.equals(TreeKind.IN_ORDER_BINARY.label()) ? "" : "commutative operators";
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return shape.apply(values).isInOrder();
  }

  @Override
  public CollectiveOperation operation(Task task) {
    TreeKind tree = shape.apply(task.parameters());
    TreePlan plan = task.plan(tree);
    return maker.make(
        task.context(), tree.isInOrder() ? plan : plan.reversed(), task.fold(), task.inOrder());
  }
}
