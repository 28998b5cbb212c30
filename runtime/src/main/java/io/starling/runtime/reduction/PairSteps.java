package io.starling.runtime.reduction;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

/**
 * Maxloc and minloc (MPI 4.1, section 6.9.4): the better value with its index, the lower index
 * where the values are equal. A NaN is better than any number for both, so that it reaches the
 * result, as with max and min; -0.0 is less than 0.0. Padding is neither read nor written.
 */
final class PairSteps {

  private PairSteps() {}

  static Step intAndIndex(Operation operation) {
    boolean maximum = operation == Operation.MAXIMUM_LOCATION;
    return (left, right, into, at) -> {
      int leftValue = left.get(JAVA_INT_UNALIGNED, at);
      int rightValue = right.get(JAVA_INT_UNALIGNED, at);
      int leftIndex = left.get(JAVA_INT_UNALIGNED, at + Integer.BYTES);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, at + Integer.BYTES);
      int order =
          maximum ? Integer.compare(leftValue, rightValue) : Integer.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      into.set(JAVA_INT_UNALIGNED, at, takeLeft ? leftValue : rightValue);
      into.set(JAVA_INT_UNALIGNED, at + Integer.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static Step longAndIndex(Operation operation) {
    boolean maximum = operation == Operation.MAXIMUM_LOCATION;
    return (left, right, into, at) -> {
      long leftValue = left.get(JAVA_LONG_UNALIGNED, at);
      long rightValue = right.get(JAVA_LONG_UNALIGNED, at);
      int leftIndex = left.get(JAVA_INT_UNALIGNED, at + Long.BYTES);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, at + Long.BYTES);
      int order =
          maximum ? Long.compare(leftValue, rightValue) : Long.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      into.set(JAVA_LONG_UNALIGNED, at, takeLeft ? leftValue : rightValue);
      into.set(JAVA_INT_UNALIGNED, at + Long.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static Step floatAndIndex(Operation operation) {
    boolean maximum = operation == Operation.MAXIMUM_LOCATION;
    return (left, right, into, at) -> {
      float leftValue = left.get(JAVA_FLOAT_UNALIGNED, at);
      float rightValue = right.get(JAVA_FLOAT_UNALIGNED, at);
      int leftIndex = left.get(JAVA_INT_UNALIGNED, at + Float.BYTES);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, at + Float.BYTES);
      // compare() puts NaN above every number, which is where both operators want it.
      boolean ascending = maximum || Float.isNaN(leftValue) || Float.isNaN(rightValue);
      int order =
          ascending ? Float.compare(leftValue, rightValue) : Float.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      into.set(JAVA_FLOAT_UNALIGNED, at, takeLeft ? leftValue : rightValue);
      into.set(JAVA_INT_UNALIGNED, at + Float.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  static Step doubleAndIndex(Operation operation) {
    boolean maximum = operation == Operation.MAXIMUM_LOCATION;
    return (left, right, into, at) -> {
      double leftValue = left.get(JAVA_DOUBLE_UNALIGNED, at);
      double rightValue = right.get(JAVA_DOUBLE_UNALIGNED, at);
      int leftIndex = left.get(JAVA_INT_UNALIGNED, at + Double.BYTES);
      int rightIndex = right.get(JAVA_INT_UNALIGNED, at + Double.BYTES);
      // compare() puts NaN above every number, which is where both operators want it.
      boolean ascending = maximum || Double.isNaN(leftValue) || Double.isNaN(rightValue);
      int order =
          ascending ? Double.compare(leftValue, rightValue) : Double.compare(rightValue, leftValue);
      boolean takeLeft = takeLeft(order, leftIndex, rightIndex);
      into.set(JAVA_DOUBLE_UNALIGNED, at, takeLeft ? leftValue : rightValue);
      into.set(JAVA_INT_UNALIGNED, at + Double.BYTES, takeLeft ? leftIndex : rightIndex);
    };
  }

  private static boolean takeLeft(int order, int leftIndex, int rightIndex) {
    return order > 0 || order == 0 && leftIndex <= rightIndex;
  }
}
