package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;

/**
 * The last calls of each kind with counts, or with blocks of neighbours: found without a new
 * object, and without another look at the counts. Such a call has the same {@link Counts} object,
 * and buffers of the same count and datatype. What the counts must fulfil depends on nothing else.
 */
final class CountedPlans {

  /** What distinguishes calls; null for buffers and counts that this rank does not use. */
  private record Shape(
      int root,
      long dataElements,
      Datatype dataType,
      Counts dataCounts,
      long resultElements,
      Datatype resultType,
      Counts resultCounts,
      ReductionOperator operator) {}

  private static final int SLOTS = 8;
  private static final long IN_PLACE = -1;

  private final Shape[] shapes = new Shape[SLOTS * CollectiveKind.values().length];
  private final Plan[] plans = new Plan[shapes.length];

  /** The plan of a call that was made before, or null. */
  Plan find(
      CollectiveKind kind,
      int root,
      Buffer data,
      Counts dataCounts,
      Buffer result,
      Counts resultCounts,
      ReductionOperator operator) {
    int slot = slot(kind, root, data, dataCounts, result, resultCounts);
    Shape known = shapes[slot];
    boolean isSame =
        known != null
            && known.dataCounts == dataCounts
            && known.resultCounts == resultCounts
            && known.root == root
            && known.operator == operator
            && known.dataElements == elements(data)
            && known.resultElements == elements(result)
            && known.dataType == type(data)
            && known.resultType == type(result);
    return isSame ? plans[slot] : null;
  }

  /** The call of a plan was checked. */
  Plan add(
      CollectiveKind kind,
      int root,
      Buffer data,
      Counts dataCounts,
      Buffer result,
      Counts resultCounts,
      ReductionOperator operator,
      Plan plan) {
    int slot = slot(kind, root, data, dataCounts, result, resultCounts);
    shapes[slot] =
        new Shape(
            root,
            elements(data),
            type(data),
            dataCounts,
            elements(result),
            type(result),
            resultCounts,
            operator);
    plans[slot] = plan;
    return plan;
  }

  private static boolean isThere(Buffer buffer) {
    return buffer != null && buffer != Buffer.IN_PLACE;
  }

  private static long elements(Buffer buffer) {
    return isThere(buffer) ? buffer.count() : IN_PLACE;
  }

  private static Datatype type(Buffer buffer) {
    return isThere(buffer) ? buffer.type() : null;
  }

  private static int slot(
      CollectiveKind kind,
      int root,
      Buffer data,
      Counts dataCounts,
      Buffer result,
      Counts resultCounts) {
    int mix = System.identityHashCode(dataCounts) + 3 * System.identityHashCode(resultCounts);
    mix += 5 * root + 7 * Long.hashCode(elements(data)) + 11 * Long.hashCode(elements(result));
    mix ^= mix >>> 6 ^ mix >>> 12 ^ mix >>> 18;
    return kind.ordinal() * SLOTS + (mix & (SLOTS - 1));
  }
}
