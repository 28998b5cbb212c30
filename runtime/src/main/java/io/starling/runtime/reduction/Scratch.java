package io.starling.runtime.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory of a thread in which its folds keep intermediate data. A thread is the right owner,
 * since a fold runs on one thread from beginning to end.
 */
final class Scratch {

  /** Small enough for the lanes to stay in the first-level cache. */
  static final long LANE_BYTES = 8192;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private MemorySegment idle;

  private Scratch() {}

  static Scratch ofThisThread() {
    return OF_THREAD.get();
  }

  /**
   * Two lanes, one after the other, for operands that lie on the heap. They are taken away while in
   * use: should a user's operator fold in turn, it gets others.
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
