package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * The one loop over elements: a template for {@link HiddenCopy}, with {@link Steps} as data.
 *
 * <p>Two wide steps a turn reach 118 GB/s where one reaches 92 (float sum, 16 KiB) and four 122.
 */
final class SteppedFold extends NativeFold {

  private static final Steps STEPS = HiddenCopy.data(MethodHandles.lookup(), Steps.class);
  private static final Step WIDE = STEPS.wide();
  private static final long WIDE_WIDTH = STEPS.wideWidth();
  private static final Step NARROW = STEPS.narrow();
  private static final long NARROW_WIDTH = STEPS.narrowWidth();

  SteppedFold() {
    super(NARROW_WIDTH);
  }

  @Override
  void fold(long left, long right, long into, long bytes) {
    MemorySegment leftRun = at(left, bytes);
    MemorySegment rightRun = at(right, bytes);
    MemorySegment intoRun = at(into, bytes);
    long offset = 0;
    for (; offset <= bytes - 2 * WIDE_WIDTH; offset += 2 * WIDE_WIDTH) {
      WIDE.apply(leftRun, rightRun, intoRun, offset);
      WIDE.apply(leftRun, rightRun, intoRun, offset + WIDE_WIDTH);
    }
    if (offset <= bytes - WIDE_WIDTH) {
      WIDE.apply(leftRun, rightRun, intoRun, offset);
      offset += WIDE_WIDTH;
    }
    for (; offset < bytes; offset += NARROW_WIDTH) {
      NARROW.apply(leftRun, rightRun, intoRun, offset);
    }
  }
}
