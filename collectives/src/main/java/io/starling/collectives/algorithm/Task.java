package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.machine.Context;
import io.starling.runtime.reduction.Fold;

/**
 * What a machine is made for.
 *
 * @param fold how to fold, or null where nothing is
 * @param inOrder whether a rank must fold its operands in a fixed order
 */
public record Task(
    Context context, Parameters parameters, Problem problem, Fold fold, boolean inOrder) {}
