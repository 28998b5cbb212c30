package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Folds 16-bit floating numbers as floats: widen both operands into scratch, fold there, narrow the
 * result, 4 KiB at a time.
 *
 * <pre>
 *   left    e0 e1 e2 e3 ...      one int holds two elements
 *           |  |
 *   lane    e0 e2 ... | e1 e3 ...      first all lower halves, then all upper halves
 * </pre>
 *
 * <p>The order within a lane does not matter as long as both lanes have the same one.
 */
final class HalfFold extends NativeFold {

  private static final long RUN_BYTES = Scratch.LANE_BYTES / 2;

  private final HalfConversion conversion;
  private final NativeFold floats;
  private final NativeFold rest;

  /**
   * @param floats the same operation on floats
   * @param rest the same operation on single elements, for what does not fill a vector
   */
  HalfFold(HalfConversion conversion, NativeFold floats, NativeFold rest) {
    super(Short.BYTES);
    this.conversion = conversion;
    this.floats = floats;
    this.rest = rest;
  }

  @Override
  void fold(long left, long right, long into, long bytes) {
    MemorySegment lanes = Scratch.ofThisThread().widened();
    long leftLane = lanes.address();
    long rightLane = leftLane + Scratch.LANE_BYTES;
    long whole = bytes - bytes % conversion.width();
    for (long done = 0; done < whole; done += RUN_BYTES) {
      long length = Math.min(RUN_BYTES, whole - done);
      widen(left + done, leftLane, length);
      widen(right + done, rightLane, length);
      floats.fold(leftLane, rightLane, leftLane, 2 * length);
      conversion.narrow(leftLane, into + done, length, 0);
      conversion.narrow(leftLane + length, into + done, length, Short.SIZE);
    }
    Reference.reachabilityFence(lanes);
    if (whole < bytes) {
      rest.fold(left + whole, right + whole, into + whole, bytes - whole);
    }
  }

  private void widen(long halves, long lane, long length) {
    conversion.widen(halves, lane, length, 0);
    conversion.widen(halves, lane + length, length, Short.SIZE);
  }
}
