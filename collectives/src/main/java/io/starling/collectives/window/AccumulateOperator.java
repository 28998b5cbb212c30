package io.starling.collectives.window;

import io.starling.runtime.ReductionOperator;
import java.lang.foreign.MemorySegment;

/** The operators that only accumulates have (MPI 4.1, section 12.3.4). */
public final class AccumulateOperator {

  /** MPI_REPLACE. */
  public static final ReductionOperator REPLACE =
      ReductionOperator.custom(
          "replace",
          false,
          (_, right, into, count, type) ->
              MemorySegment.copy(right, 0, into, 0, count * type.size()));

  /** MPI_NO_OP. */
  public static final ReductionOperator NO_OPERATION =
      ReductionOperator.custom(
          "no operation",
          false,
          (left, _, into, count, type) ->
              MemorySegment.copy(left, 0, into, 0, count * type.size()));

  private AccumulateOperator() {}
}
