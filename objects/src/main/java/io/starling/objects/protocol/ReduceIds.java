package io.starling.objects.protocol;

import io.starling.objects.ObjectId;

/** The ids that a reduce makes from others, so that each store finds the same. */
public final class ReduceIds {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private ReduceIds() {}

  /**
   * The id of the reduce that makes an object: a record of its own. Its {@link View#primary} and
   * {@link View#backup} are those of the object, so one store decides about both at once.
   */
  public static ObjectId of(ObjectId target) {
    return new ObjectId(
        target.high() ^ GOLDEN, target.low() ^ Long.rotateRight(GOLDEN, View.ROTATION));
  }

  /** The id of what a node has reduced in an epoch. */
  public static ObjectId accumulator(ObjectId reduce, long epoch) {
    return new ObjectId(reduce.high() ^ epoch * GOLDEN, Long.rotateLeft(reduce.low(), 7) ^ epoch);
  }
}
