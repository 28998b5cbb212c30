package io.starling.collectives.communicator;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongBinaryOperator;

/** Operators on INT64 that are written apart from the library's. */
final class TestOperators {

  /** A sum. */
  static final ReductionOperator SUM = new Scalar("sum", true, Long::sum);

  /**
   * Composition of maps x -> a x + b in 32-bit arithmetic: associative, and by no means
   * commutative.
   */
  static final ReductionOperator COMPOSE = new Scalar("compose", false, TestOperators::compose);

  private TestOperators() {}

  /** A sum with another name. */
  static ReductionOperator named(String name) {
    return new Scalar(name, true, Long::sum);
  }

  private static long compose(long outer, long inner) {
    int a = (int) (outer >>> 32);
    int b = (int) outer;
    int c = (int) (inner >>> 32);
    int d = (int) inner;
    int factor = a * c;
    int offset = a * d + b;
    return ((long) factor << 32) | (offset & 0xFFFFFFFFL);
  }

  static long apply(ReductionOperator operator, long left, long right) {
    return ((Scalar) operator).function.applyAsLong(left, right);
  }

  private record Scalar(String name, boolean commutative, LongBinaryOperator function)
      implements FoldingOperator {

    @Override
    public boolean supports(Datatype type) {
      return type == Datatype.INT64;
    }

    @Override
    public Fold fold(Datatype type) {
      return (left, leftOffset, right, rightOffset, into, intoOffset, bytes) -> {
        long[] lefts = left.asSlice(leftOffset, bytes).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        long[] rights = right.asSlice(rightOffset, bytes).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        for (int i = 0; i < lefts.length; i++) {
          lefts[i] = function.applyAsLong(lefts[i], rights[i]);
        }
        MemorySegment.copy(MemorySegment.ofArray(lefts), 0, into, intoOffset, bytes);
      };
    }
  }
}
