package io.starling.runtime.reduction;

import io.starling.runtime.datatype.Datatype;
import java.lang.foreign.MemorySegment;

/**
 * A user's reduction: {@code into[i] = left[i] op right[i]} for a run of elements (MPI 4.1, section
 * 6.9.5; {@code left} is MPI's {@code invec}, {@code right} the old and {@code into} the new {@code
 * inoutvec}).
 *
 * <p>The three segments are copies that belong to this call: they never overlap, begin at offset 0,
 * hold {@code count} elements each and are aligned to 8 bytes, so that {@code
 * ValueLayout.JAVA_DOUBLE} and the like work. Elements of derived types are packed, {@code
 * type.size()} bytes each. The function may read and write them in any order, and must write every
 * element of {@code into}. It must be associative, and treat each element alone, since a run is any
 * part of the message. Ranks that are threads call it at the same time.
 *
 * <pre>{@code
 * // The composition of linear maps x -> a x + b, stored as complex numbers a + bi.
 * ReductionOperators.custom("compose", false, (left, right, into, count, type) -> {
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
   * Folds {@code count} elements, at least one. What it throws reaches the caller of the fold as it
   * is; the result of that fold is then undefined.
   */
  void apply(
      MemorySegment left, MemorySegment right, MemorySegment into, long count, Datatype type);
}
