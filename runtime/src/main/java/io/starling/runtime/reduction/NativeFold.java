package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;

/**
 * A loop over elements in native memory, by address.
 *
 * <p>A loop over arbitrary segments runs at full speed only until the process has used segments of
 * several classes (native, over {@code byte[]}, over {@code float[]}, ...). From then on the
 * accessors inside the JDK, whose type profile all callers share, are no longer inlined: a float
 * sum fell from 141 to 4 GB/s. The compiler knows the class of one constant native segment without
 * a profile. Slices of it would be a quarter faster within the first-level cache, but sometimes
 * escape analysis fails, and they are allocated.
 */
abstract class NativeFold {

  /** All addresses. A constant, so that compiled accesses are plain loads and stores. */
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private final long extent;

  NativeFold(long extent) {
    this.extent = extent;
  }

  /** Folds {@code bytes} bytes, a multiple of {@link #extent}; {@code into} may be an operand. */
  abstract void fold(long left, long right, long into, long bytes);

  /** The bytes of an element. */
  final long extent() {
    return extent;
  }

  /** A fold of segments that checks them and runs this loop. */
  final Fold checked() {
    return HiddenCopy.of(CheckedFold.class, Fold.class, this);
  }
}
