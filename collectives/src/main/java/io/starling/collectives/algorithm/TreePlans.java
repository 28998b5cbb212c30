package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.TreePlan;

/** Makes plans from shapes and parameters. */
final class TreePlans {

  private TreePlans() {}

  static TreePlan plan(
      Shape shape,
      Parameters parameters,
      Context context,
      int root,
      long bytes,
      long elementBytes) {
    return new TreePlan(
        parameters.shape(shape, context.hierarchy()).branch(context.rank(), context.size(), root),
        bytes,
        TreePlan.segmentBytes(parameters.segmentBytes(), bytes, elementBytes),
        parameters.sendWindow(),
        parameters.receiveWindow());
  }
}
