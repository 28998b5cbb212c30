package io.starling.collectives.algorithm;

import io.starling.collectives.machine.TreePlan;

/** Makes plans from shapes and parameters. */
final class TreePlans {

  private TreePlans() {}

  static TreePlan plan(
      Shape shape,
      Parameters parameters,
      int rank,
      int size,
      int root,
      long bytes,
      long elementBytes) {
    return new TreePlan(
        parameters.shape(shape).branch(rank, size, root),
        bytes,
        TreePlan.segmentBytes(parameters.segmentBytes(), bytes, elementBytes),
        parameters.sendWindow(),
        parameters.receiveWindow());
  }
}
