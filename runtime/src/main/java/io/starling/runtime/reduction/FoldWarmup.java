package io.starling.runtime.reduction;

import io.starling.runtime.datatype.Datatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Has folds compiled before they are needed: the first call of one that uses the Vector API takes
 * milliseconds, the very first of a process some 80, and a few hundred calls run slowly after it.
 *
 * <p>Warming folds scratch memory until a call is as fast as compiled code, or until the budget is
 * used up. It keeps no record: a fold that is warm already costs a few calls, microseconds.
 */
public final class FoldWarmup {

  private static final long BYTES = 16 * 1024;

  /** Compiled folds need 0.2 to 10 microseconds for 16 KiB, interpreted ones over 100. */
  private static final long WARM_NANOSECONDS = 15_000;

  private static final int WARM_CALLS = 8;
  private static final long BUDGET_NANOSECONDS = 500_000_000;

  private FoldWarmup() {}

  /**
   * Folds on the calling thread until the fold is compiled: 20 to 150 ms for a cold one.
   *
   * @throws IllegalArgumentException if the operator does not support the type
   */
  public static void warm(ReductionOperator operator, Datatype type) {
    Fold fold = operator.fold(type);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment left = arena.allocate(BYTES, 64);
      MemorySegment right = arena.allocate(BYTES, 64);
      long start = System.nanoTime();
      for (int warmCalls = 0; warmCalls < WARM_CALLS; ) {
        long before = System.nanoTime();
        fold.fold(left, 0, right, 0, left, 0, BYTES);
        long after = System.nanoTime();
        warmCalls = after - before < WARM_NANOSECONDS ? warmCalls + 1 : 0;
        if (after - start > BUDGET_NANOSECONDS) {
          return;
        }
      }
    }
  }

  /**
   * Does the same on a daemon thread that it starts and returns. Folds may be used meanwhile.
   *
   * @throws IllegalArgumentException if the operator does not support the type
   */
  public static Thread warmInBackground(ReductionOperator operator, Datatype type) {
    operator.fold(type);
    return Thread.ofPlatform()
        .daemon()
        .name("starling-warmup-" + operator.name() + "-" + type)
        .start(() -> warm(operator, type));
  }
}
