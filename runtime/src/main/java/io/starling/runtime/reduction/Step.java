package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;

/**
 * Folds the few elements, one or a vector full, that lie at the same offset of three runs. All
 * elements are read before the first is written, so {@code into} may be {@code left} or {@code
 * right}.
 */
@FunctionalInterface
interface Step {

  void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset);
}
