package io.starling.collectives;

import io.starling.collectives.MachineCache.Shelf;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.machine.Collective;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.reduction.ReductionOperator;

/**
 * The algorithm and the machines for calls of one kind.
 *
 * @param choice how
 * @param problem what
 * @param shelf machines for it
 */
record Planned(Choice choice, Problem problem, Shelf<Collective> shelf) {

  /**
   * What decides about a call in which all blocks have the same length.
   *
   * @param bytes of a block, or of the message where there are no blocks
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
   * The latest calls of each kind, so that a call that is made again and again costs neither a
   * problem nor a look into the cache.
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
