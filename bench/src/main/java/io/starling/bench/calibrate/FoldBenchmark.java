package io.starling.bench.calibrate;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/** What the root of a reduce does: folds one segment after the other with its own data. */
final class FoldBenchmark implements LongUnaryOperator {

  private static final long PAGE = 4096;

  private final Fold fold = FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.FLOAT32);
  private final MemorySegment come;
  private final MemorySegment own;
  private final MemorySegment result;

  /** The message's length is a multiple of the segment's. */
  FoldBenchmark(Arena arena, long bytes, long segment) {
    come = arena.allocate(segment, PAGE).fill((byte) 0);
    own = arena.allocate(bytes, PAGE).fill((byte) 0);
    result = arena.allocate(bytes, PAGE).fill((byte) 0);
  }

  @Override
  public long applyAsLong(long turns) {
    long segment = come.byteSize();
    long begin = System.nanoTime();
    for (long turn = 0; turn < turns; turn++) {
      for (long at = 0; at < own.byteSize(); at += segment) {
        fold.fold(own, at, come, 0, result, at, segment);
      }
    }
    return System.nanoTime() - begin;
  }
}
