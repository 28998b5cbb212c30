package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.List;

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

  private final Context context;
  private final BufferPool pool;
  private final Locks locks;
  private final Transfers transfers;

  Accumulation(Context context, Locks locks, Transfers transfers) {
    this.context = context;
    this.locks = locks;
    this.transfers = transfers;
    pool = context.engine().pool();
  }

  /**
   * Carries out an accumulate. To be called inside.
   *
   * @param map the places of the target's elements, whose offsets count from {@code offset}
   */
  void run(Target target, Part part, TypeMap map, long offset, ElementChange change) {
    if (part.direct() == null) {
      runRemotely(target, part, map, offset, change);
      return;
    }
    locks.take(target, Control.ACCUMULATE, false);
    try {
      if (map instanceof Block block
          && change.effect() == ElementChange.Effect.FOLD
          && change.data().isContiguous()) {
        change.applyInPlace(part.direct(), offset + block.offset(), block.length());
      } else {
        runOnCopy(Memory.of(part.direct(), map.shifted(offset)), change);
      }
    } finally {
      locks.give(target, Control.ACCUMULATE, false);
    }
  }

  private void runOnCopy(Memory there, ElementChange change) {
    long bytes = there.byteSize();
    MemorySegment old = pool.acquire(bytes);
    there.read(0, old, 0, bytes);
    MemorySegment changed = change.apply(pool, old, bytes);
    if (changed != null) {
      there.write(0, changed, 0, bytes);
      pool.release(changed);
    }
    pool.release(old);
  }

  private void runRemotely(
      Target target, Part part, TypeMap map, long offset, ElementChange change) {
    // Earlier puts of this rank may still be on their way.
    transfers.finish(List.of(target));
    FarAccumulate accumulate =
        new FarAccumulate(context, locks, transfers, target, part, map, offset, change);
    locks.repeat(target, Control.ACCUMULATE, false, accumulate::attempt);
  }
}
