package io.starling.collectives.window;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * What an accumulate does to elements at its target (MPI 4.1, section 12.3.4).
 *
 * @param data the packed elements; ignored if there is no effect
 * @param result takes the elements before; null if they are not wanted
 * @param expected the element to compare with; or null
 * @param fold folds packed elements; null if nothing is folded
 */
record ElementChange(Effect effect, Fold fold, Memory data, Memory result, Memory expected) {

  /** What happens to the target's elements, beside a fold. */
  enum Effect {
    FOLD,
    /** The new value replaces the old one. */
    REPLACE,
    /** Nothing: the value is only fetched. */
    NONE,
    /** The new value replaces the old one if that equals the expected one. */
    REPLACE_IF_EQUAL
  }

  /** Folds contiguous elements where they are. */
  void applyInPlace(MemorySegment direct, long place, long bytes) {
    if (result != null) {
      result.write(0, direct, place, bytes);
    }
    fold.fold(direct, place, data.segment(), 0, direct, place, bytes);
  }

  /**
   * Passes the old elements on, and returns the new ones in scratch memory; null if none change.
   */
  MemorySegment apply(BufferPool pool, MemorySegment old, long bytes) {
    boolean isUnchanged =
        effect == Effect.NONE || (effect == Effect.REPLACE_IF_EQUAL && !isExpected(old, bytes));
    MemorySegment changed = isUnchanged ? null : pool.acquire(bytes);
    if (changed != null) {
      data.read(0, changed, 0, bytes);
    }
    if (result != null) {
      result.write(0, old, 0, bytes);
    }
    if (effect == Effect.FOLD) {
      fold.fold(old, 0, changed, 0, changed, 0, bytes);
    }
    return changed;
  }

  private boolean isExpected(MemorySegment old, long bytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    expected.read(0, copy, 0, bytes);
    return copy.mismatch(old.asSlice(0, bytes)) < 0;
  }
}
