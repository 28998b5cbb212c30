package io.starling.objects.reduce;

import io.starling.objects.ObjectId;

/** The ids that a reduce makes from others, so that each store finds the same. */
public final class ReduceIds {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private ReduceIds() {}

  /** The id of the reduce that makes an object: its directory entry is apart from the object's. */
  public static ObjectId of(ObjectId target) {
    return new ObjectId(target.high() ^ GOLDEN, Long.rotateLeft(target.low(), 1) ^ GOLDEN);
  }

  /** The id of what a node has reduced in an epoch. */
  static ObjectId accumulator(ObjectId reduce, long epoch) {
    return new ObjectId(reduce.high() ^ epoch * GOLDEN, Long.rotateLeft(reduce.low(), 7) ^ epoch);
  }
}
