package io.starling.runtime;

import java.lang.foreign.MemorySegment;

/**
 * A user's reduction: {@code into[i] = left[i] op right[i]} for consecutive elements (MPI 4.1,
 * section 6.9.5; {@code left} is MPI's {@code invec}, {@code right} the old and {@code into} the
 * new {@code inoutvec}).
 *
 * <p>The three segments are copies, valid during this call. They do not overlap, hold {@code count}
 * elements each from offset 0 on, and are aligned to 8 bytes, so that {@code
 * ValueLayout.JAVA_DOUBLE} works. Elements of derived types are packed: {@code type.size()} bytes
 * each.
 *
 * <p>The function must be associative, must treat each element independently (a call gets any part
 * of the message), and must write every element of {@code into}, in any order. If ranks are
 * threads, several threads call it at the same time.
 *
 * <pre>{@code
 * // The composition of linear maps x -> a x + b, stored as complex numbers a + bi.
 * ReductionOperator.custom("compose", false, (left, right, into, count, type) -> {
 *   for (long i = 0; i < count; i++) {
 *     double a = left.getAtIndex(JAVA_DOUBLE, 2 * i);
 *     double b = left.getAtIndex(JAVA_DOUBLE, 2 * i + 1);
 *     double c = right.getAtIndex(JAVA_DOUBLE, 2 * i);
 *     double d = right.getAtIndex(JAVA_DOUBLE, 2 * i + 1);
 *     into.setAtIndex(JAVA_DOUBLE, 2 * i, a * c);
 *     into.setAtIndex(JAVA_DOUBLE, 2 * i + 1, a * d + b);
 *   }
 * });
 * }</pre>
 */
@FunctionalInterface
public interface UserFunction {

  /**
   * Folds consecutive elements. If it throws, the reduction fails: its caller gets a runtime
   * exception unchanged, and an {@link Error} as the cause of a {@link StarlingException}.
   *
   * @param left the operands of the lower ranks; a copy, which may be overwritten
   * @param right the operands of the higher ranks; a copy, which may be overwritten
   * @param into takes the results
   * @param count how many elements, at least 1
   * @param type the datatype of the reduction
   */
  void apply(
      MemorySegment left, MemorySegment right, MemorySegment into, long count, Datatype type);
}
