package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;

/**
 * Folds two runs of elements into a third: {@code into[i] = left[i] op right[i]}.
 *
 * <p>{@code into} may be the same range as {@code left} or {@code right}; other overlaps are not
 * allowed. Segments may be native or on the heap, at any alignment. Offsets and {@code bytes} are
 * in bytes; {@code bytes} is a multiple of the datatype's size. A fold has no shared state, because
 * ranks that are threads fold at the same time. Once compiled, predefined folds do not allocate;
 * those of a {@link io.starling.runtime.UserFunction} allocate at most 24 KiB.
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
