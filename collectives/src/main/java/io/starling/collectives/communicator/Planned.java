package io.starling.collectives.communicator;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.communicator.OperationCache.Idle;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;

/**
 * The algorithm and the idle operations for calls of one kind.
 *
 * @param choice the algorithm with its parameters
 * @param problem the problem that it solves
 * @param idle its idle operations
 */
record Planned(Choice choice, Problem problem, Idle<CollectiveOperation> idle) {

  /**
   * The properties that determine the plan of a call in which all blocks have the same length.
   *
   * @param bytes the length of a block, or of the message if there are no blocks
   */
  record Shape(
      int root,
      long bytes,
      long elementBytes,
      boolean inPlace,
      Datatype type,
      ReductionOperator operator) {

    private boolean is(Shape other) {
      return bytes == other.bytes
          && root == other.root
          && inPlace == other.inPlace
          && operator == other.operator
          && type == other.type
          && elementBytes == other.elementBytes;
    }
  }

  /**
   * The latest calls of each kind, so that a repeated call needs neither a new problem nor a lookup
   * in the cache.
   */
  static final class Recent {

    private static final int SLOTS = 8;

    private final Shape[] shapes = new Shape[SLOTS * CollectiveKind.values().length];
    private final Planned[] plans = new Planned[shapes.length];

    /** The plan of the same call, or null. */
    Planned find(CollectiveKind kind, Shape shape) {
      int slot = slot(kind, shape);
      Shape known = shapes[slot];
      return known != null && known.is(shape) ? plans[slot] : null;
    }

    Planned add(CollectiveKind kind, Shape shape, Planned plan) {
      int slot = slot(kind, shape);
      shapes[slot] = shape;
      plans[slot] = plan;
      return plan;
    }

    private static int slot(CollectiveKind kind, Shape shape) {
      int mix = Long.hashCode(shape.bytes) + 3 * shape.root;
      mix ^= mix >>> 6 ^ mix >>> 12 ^ mix >>> 18;
      return kind.ordinal() * SLOTS + (mix & (SLOTS - 1));
    }
  }
}
