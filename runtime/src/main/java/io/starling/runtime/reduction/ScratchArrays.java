package io.starling.runtime.reduction;

/**
 * Arrays of a thread, two of each kind, for its {@link ArrayFolds}: 38 KiB. They belong to a thread
 * because no user code runs while they are in use.
 */
final class ScratchArrays {

  /** Small enough for a fold's arrays to stay in the first-level cache. */
  static final int LENGTH = 1024;

  private static final ThreadLocal<ScratchArrays> OF_THREAD =
      ThreadLocal.withInitial(ScratchArrays::new);

  final byte[] leftBytes = new byte[LENGTH];
  final byte[] rightBytes = new byte[LENGTH];
  final short[] leftShorts = new short[LENGTH];
  final short[] rightShorts = new short[LENGTH];
  final int[] leftInts = new int[LENGTH];
  final int[] rightInts = new int[LENGTH];
  final float[] leftFloats = new float[LENGTH];
  final float[] rightFloats = new float[LENGTH];
  final double[] leftDoubles = new double[LENGTH];
  final double[] rightDoubles = new double[LENGTH];

  private ScratchArrays() {}

  static ScratchArrays ofThisThread() {
    return OF_THREAD.get();
  }
}
