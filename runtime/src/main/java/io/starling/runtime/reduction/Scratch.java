package io.starling.runtime.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory of a thread for the intermediate data of its folds. It belongs to a thread because
 * a fold runs on one thread from beginning to end.
 */
final class Scratch {

  /** Small enough for the two parts to stay in the first-level cache. */
  static final long SLOT_BYTES = 8192;

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
    MemorySegment slots = idle;
    idle = null;
    return slots != null ? slots : twoSlots();
  }

  void giveBack(MemorySegment slots) {
    idle = slots;
  }

  private static MemorySegment twoSlots() {
    return Arena.ofAuto().allocate(2 * SLOT_BYTES, 64);
  }
}
