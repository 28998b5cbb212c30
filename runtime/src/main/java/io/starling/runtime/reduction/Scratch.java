package io.starling.runtime.reduction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Two lanes of native memory per thread, for operands that lie on the heap.
 *
 * <p>A thread is the right owner, since a fold runs on one thread from beginning to end. The lanes
 * are taken away while they are in use: should a user's operator fold in turn, it gets others.
 */
final class Scratch {

  /** Small enough for both lanes to stay in the first-level cache. */
  static final long LANE_BYTES = 8192;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private MemorySegment idle;

  private Scratch() {}

  static Scratch ofThisThread() {
    return OF_THREAD.get();
  }

  /** Two lanes, one after the other. */
  MemorySegment take() {
    MemorySegment lanes = idle;
    idle = null;
    return lanes != null ? lanes : Arena.ofAuto().allocate(2 * LANE_BYTES, 64);
  }

  void giveBack(MemorySegment lanes) {
    idle = lanes;
  }
}
