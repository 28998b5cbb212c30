package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import io.starling.runtime.reduction.Fold;

/**
 * The task for which an operation is made.
 *
 * @param fold the fold, or null if nothing is folded
 * @param inOrder whether a rank must fold its operands in a fixed order
 */
public record Task(
    Context context, Parameters parameters, Problem problem, Fold fold, boolean inOrder) {}
