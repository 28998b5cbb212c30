package io.starling.runtime.reduction;

import static io.starling.runtime.reduction.NativeFold.MEMORY;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

/**
 * Maxloc and minloc (MPI 4.1, section 6.9.4): the better value with its index; of equal values the
 * lower index. For both, a NaN is better than any number, so that it reaches the result, as with
 * max and min; -0.0 is less than 0.0. Padding is neither read nor written.
 */
final class PairElements {

  private PairElements() {}

  static ElementOperation intAndIndex(PredefinedOperation operation) {
    boolean maximum = operation == PredefinedOperation.MAXIMUM_LOCATION;
    return (left, right, into) -> {
      int leftValue = MEMORY.get(JAVA_INT_UNALIGNED, left);
      int rightValue = MEMORY.get(JAVA_INT_UNALIGNED, right);
      int leftIndex = MEMORY.get(JAVA_INT_UNALIGNED, left + Integer.BYTES);
      int rightIndex = MEMORY.get(JAVA_INT_UNALIGNED, right + Integer.BYTES);
      int order =
          maximum ? Integer.compare(leftValue, rightValue) : Integer.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      MEMORY.set(JAVA_INT_UNALIGNED, into, takeLeft ? leftValue : rightValue);
      MEMORY.set(JAVA_INT_UNALIGNED, into + Integer.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static ElementOperation longAndIndex(PredefinedOperation operation) {
    boolean maximum = operation == PredefinedOperation.MAXIMUM_LOCATION;
    return (left, right, into) -> {
      long leftValue = MEMORY.get(JAVA_LONG_UNALIGNED, left);
      long rightValue = MEMORY.get(JAVA_LONG_UNALIGNED, right);
      int leftIndex = MEMORY.get(JAVA_INT_UNALIGNED, left + Long.BYTES);
      int rightIndex = MEMORY.get(JAVA_INT_UNALIGNED, right + Long.BYTES);
      int order =
          maximum ? Long.compare(leftValue, rightValue) : Long.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      MEMORY.set(JAVA_LONG_UNALIGNED, into, takeLeft ? leftValue : rightValue);
      MEMORY.set(JAVA_INT_UNALIGNED, into + Long.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static ElementOperation floatAndIndex(PredefinedOperation operation) {
    boolean maximum = operation == PredefinedOperation.MAXIMUM_LOCATION;
    return (left, right, into) -> {
      float leftValue = MEMORY.get(JAVA_FLOAT_UNALIGNED, left);
      float rightValue = MEMORY.get(JAVA_FLOAT_UNALIGNED, right);
      int leftIndex = MEMORY.get(JAVA_INT_UNALIGNED, left + Float.BYTES);
      int rightIndex = MEMORY.get(JAVA_INT_UNALIGNED, right + Float.BYTES);
      // compare() puts NaN above every number, which is where both operators want it.
      boolean ascending = maximum || Float.isNaN(leftValue) || Float.isNaN(rightValue);
      int order =
          ascending ? Float.compare(leftValue, rightValue) : Float.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      MEMORY.set(JAVA_FLOAT_UNALIGNED, into, takeLeft ? leftValue : rightValue);
      MEMORY.set(JAVA_INT_UNALIGNED, into + Float.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static ElementOperation doubleAndIndex(PredefinedOperation operation) {
    boolean maximum = operation == PredefinedOperation.MAXIMUM_LOCATION;
    return (left, right, into) -> {
      double leftValue = MEMORY.get(JAVA_DOUBLE_UNALIGNED, left);
      double rightValue = MEMORY.get(JAVA_DOUBLE_UNALIGNED, right);
      int leftIndex = MEMORY.get(JAVA_INT_UNALIGNED, left + Double.BYTES);
      int rightIndex = MEMORY.get(JAVA_INT_UNALIGNED, right + Double.BYTES);
      // compare() puts NaN above every number, which is where both operators want it.
      boolean ascending = maximum || Double.isNaN(leftValue) || Double.isNaN(rightValue);
      int order =
          ascending ? Double.compare(leftValue, rightValue) : Double.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      MEMORY.set(JAVA_DOUBLE_UNALIGNED, into, takeLeft ? leftValue : rightValue);
      MEMORY.set(JAVA_INT_UNALIGNED, into + Double.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  private static boolean takeLeft(int order, int leftIndex, int rightIndex) {
    return order > 0 || (order == 0 && leftIndex <= rightIndex);
  }
}
