package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;

/**
 * Folds two runs of elements into a third: {@code into[i] = left[i] op right[i]}.
 *
 * <p>{@code into} may be the very same range as {@code left} or {@code right}; other overlaps are
 * not allowed. Segments may be native or on the heap, at any alignment; offsets and {@code bytes}
 * are in bytes, and {@code bytes} is a multiple of the datatype's size. No shared state: ranks that
 * are threads fold at the same time. Once compiled, predefined folds do not allocate; those of a
 * {@link UserFunction} do, 24 KiB at most.
 */
@FunctionalInterface
public interface Fold {

  void fold(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long bytes);
}
