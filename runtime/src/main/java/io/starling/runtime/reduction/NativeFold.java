package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;

/**
 * A loop over elements in native memory, by address.
 *
 * <p>Why: a loop over whatever segments come along runs at full speed until the process has used
 * segments of several classes (native, over {@code byte[]}, over {@code float[]}, ...). From then
 * on the accessors inside the JDK, whose type profile all callers share, are no longer inlined: a
 * float sum fell from 141 to 4 GB/s. One constant native segment has a class that the compiler
 * knows without a profile. Slices of it would be a quarter faster within the first-level cache, but
 * now and then the compiler does not see that they stay in the loop, and allocates them.
 */
abstract class NativeFold {

  /** All addresses. A constant, so that compiled accesses are plain loads and stores. */
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private final long extent;

  NativeFold(long extent) {
    this.extent = extent;
  }

  /** Folds so many bytes, a multiple of {@link #extent}; {@code into} may be an operand. */
  abstract void fold(long left, long right, long into, long bytes);

  /** The bytes of an element. */
  final long extent() {
    return extent;
  }

  /** A fold of segments, which checks them and runs this loop. */
  final Fold checked() {
    return HiddenCopy.of(CheckedFold.class, Fold.class, this);
  }
}
