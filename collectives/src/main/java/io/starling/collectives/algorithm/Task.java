package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.reduction.Fold;

/**
 * The task for which an operation is made.
 *
 * @param fold the fold, or null if nothing is folded
 * @param inOrder whether a rank must fold its operands in a fixed order
 */
public record Task(
    Context context, Parameters parameters, Problem problem, Fold fold, boolean inOrder) {

  /** The plan of this rank in a tree. */
  TreePlan plan(TreeKind shape) {
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
