package io.starling.runtime.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory of a thread for the intermediate data of its folds. It belongs to a thread because
 * a fold runs on one thread from beginning to end.
 */
final class Scratch {

  /** Small enough for the two parts to stay in the first-level cache. */
  static final long LANE_BYTES = 8192;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private MemorySegment idle;

  private Scratch() {}

  static Scratch ofThisThread() {
    return OF_THREAD.get();
  }

  /**
   * Two contiguous parts, for operands on the heap. They are removed while in use, so that a nested
   * fold of a user's operator gets others.
   */
  MemorySegment take() {
    MemorySegment lanes = idle;
    idle = null;
    return lanes != null ? lanes : twoLanes();
  }

  void giveBack(MemorySegment lanes) {
    idle = lanes;
  }

  private static MemorySegment twoLanes() {
    return Arena.ofAuto().allocate(2 * LANE_BYTES, 64);
  }
}
