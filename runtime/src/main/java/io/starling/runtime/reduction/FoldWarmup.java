package io.starling.runtime.reduction;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Makes the JIT compile folds before they are needed. The first call of a fold that uses the Vector
 * API takes 10 to 80 ms. Later calls take 50 to 400 us each until the fold is compiled, which was
 * 0.2 to 1 s after the first call on two busy cores.
 *
 * <p>The warm-up folds scratch memory until a call is as fast as compiled code, for at most a
 * second. It keeps no record; for a compiled fold it takes about 30 microseconds.
 */
public final class FoldWarmup {

  private static final long BYTES = 4 * 1024;

  /** Compiled folds need 0.05 to 4 microseconds for 4 KiB, others over 20. */
  private static final long WARM_NANOSECONDS = 6_000;

  private static final int WARM_CALLS = 8;
  private static final long BUDGET_NANOSECONDS = 1_000_000_000;

  private FoldWarmup() {}

  /**
   * Folds on the calling thread until the fold is compiled, for at most one second.
   *
   * @throws IllegalArgumentException if the operator does not support the type
   */
  public static void warm(ReductionOperator operator, Datatype type) {
    warm(FoldingOperator.of(operator).fold(type), System::nanoTime);
  }

  static void warm(Fold fold, LongSupplier nanoTime) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment left = arena.allocate(BYTES, 64);
      MemorySegment right = arena.allocate(BYTES, 64);
      long start = nanoTime.getAsLong();
      for (int warmCalls = 0; warmCalls < WARM_CALLS; ) {
        long before = nanoTime.getAsLong();
        fold.fold(left, 0, right, 0, left, 0, BYTES);
        long after = nanoTime.getAsLong();
        warmCalls = after - before < WARM_NANOSECONDS ? warmCalls + 1 : 0;
        if (after - start > BUDGET_NANOSECONDS) {
          return;
        }
      }
    }
  }

  /**
   * Starts a daemon thread that warms a fold, and returns it. Folds may be used meanwhile.
   *
   * @throws IllegalArgumentException if the operator does not support the type
   */
  public static Thread warmInBackground(ReductionOperator operator, Datatype type) {
    FoldingOperator.of(operator).fold(type);
    return Thread.ofPlatform()
        .daemon()
        .name("starling-warmup-" + operator.name() + "-" + type)
        .start(() -> warm(operator, type));
  }
}
