package io.starling.collectives.window;

import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Accumulates of all kinds (MPI 4.1, sections 12.3.4 and 12.7.1). This rank folds them itself, and
 * holds the accumulate lock of the target meanwhile: there is one mechanism for all types,
 * operators and routes, so all of them are atomic to each other.
 *
 * <pre>
 *   loads and stores reach the target    lock | fold in place                     | unlock
 *   they do not                          lock | get | fold here | put | flush     | unlock
 * </pre>
 */
final class Accumulation {

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

  private final Engine engine;
  private final Locks locks;
  private final Transfers transfers;

  Accumulation(Engine engine, Locks locks, Transfers transfers) {
    this.engine = engine;
    this.locks = locks;
    this.transfers = transfers;
  }

  /**
   * Carries out an accumulate. To be called inside.
   *
   * @param data the packed elements; ignored if there is no effect
   * @param result takes the elements before; null if they are not wanted
   * @param expected the element to compare with; or null
   * @param fold folds packed elements; null if nothing is folded
   * @param map the places of the target's elements, whose offsets count from {@code offset}
   */
  void run(
      Target target,
      Part part,
      TypeMap map,
      long offset,
      Effect effect,
      Fold fold,
      Memory data,
      Memory result,
      Memory expected) {
    locks.take(target, Control.ACCUMULATE, false);
    try {
      if (part.direct() == null) {
        runRemotely(target, part, map, offset, effect, fold, data, result, expected);
      } else if (map instanceof Block block && effect == Effect.FOLD && data.isContiguous()) {
        long place = offset + block.offset();
        foldInPlace(part.direct(), place, block.length(), fold, data, result);
      } else {
        runOnCopy(
            Memory.of(part.direct(), map.shifted(offset)), effect, fold, data, result, expected);
      }
    } finally {
      locks.give(target, Control.ACCUMULATE, false);
    }
  }

  private static void foldInPlace(
      MemorySegment direct, long place, long bytes, Fold fold, Memory data, Memory result) {
    if (result != null) {
      result.write(0, direct, place, bytes);
    }
    fold.fold(direct, place, data.segment(), 0, direct, place, bytes);
  }

  private void runOnCopy(
      Memory there, Effect effect, Fold fold, Memory data, Memory result, Memory expected) {
    long bytes = there.byteSize();
    MemorySegment old = engine.pool().acquire(bytes);
    there.read(0, old, 0, bytes);
    MemorySegment changed = change(old, bytes, effect, fold, data, result, expected);
    if (changed != null) {
      there.write(0, changed, 0, bytes);
      engine.pool().release(changed);
    }
    engine.pool().release(old);
  }

  private void runRemotely(
      Target target,
      Part part,
      TypeMap map,
      long offset,
      Effect effect,
      Fold fold,
      Memory data,
      Memory result,
      Memory expected) {
    long bytes = map.size();
    MemorySegment old = engine.pool().acquire(bytes);
    // Earlier puts of this rank may still be on their way.
    transfers.finish(java.util.List.of(target));
    transfers.run(target, part, RemoteMemory.Access.GET, Memory.of(old), map, offset);
    MemorySegment changed = change(old, bytes, effect, fold, data, result, expected);
    if (changed != null) {
      transfers.run(target, part, RemoteMemory.Access.PUT, Memory.of(changed), map, offset);
      transfers.finish(java.util.List.of(target));
      engine.pool().release(changed);
    }
    engine.pool().release(old);
  }

  /**
   * Passes the old elements on, and returns the new ones in scratch memory; null if none change.
   */
  private MemorySegment change(
      MemorySegment old,
      long bytes,
      Effect effect,
      Fold fold,
      Memory data,
      Memory result,
      Memory expected) {
    boolean isUnchanged =
        effect == Effect.NONE
            || (effect == Effect.REPLACE_IF_EQUAL && !equals(old, expected, bytes));
    MemorySegment changed = isUnchanged ? null : engine.pool().acquire(bytes);
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

  private static boolean equals(MemorySegment old, Memory expected, long bytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    expected.read(0, copy, 0, bytes);
    return copy.mismatch(old.asSlice(0, bytes)) < 0;
  }
}
