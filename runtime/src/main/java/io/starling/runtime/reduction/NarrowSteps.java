package io.starling.runtime.reduction;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.starling.runtime.datatype.BasicDatatype;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The predefined operations on one element, in plain Java. They define the results; the vector
 * steps must give the same bits.
 */
final class NarrowSteps {

  private NarrowSteps() {}

  static Steps steps(Operation operation, BasicDatatype type) {
    return Steps.narrow(step(operation, type), type.extent());
  }

  private static Step step(Operation operation, BasicDatatype type) {
    return switch (type) {
      case INT8 -> bytes(intOperation(operation));
      case UINT8 -> unsignedBytes(intOperation(operation));
      case INT16 -> shorts(intOperation(operation));
      case INT32 -> ints(intOperation(operation));
      case INT64 -> longs(longOperation(operation));
      case FLOAT16 -> float16s(floatOperation(operation));
      case BFLOAT16 -> bfloat16s(floatOperation(operation));
      case FLOAT32 -> floats(floatOperation(operation));
      case FLOAT64 -> doubles(doubleOperation(operation));
      case COMPLEX64 -> operation == Operation.SUM ? complexSum64() : complexProduct64();
      case COMPLEX128 -> operation == Operation.SUM ? complexSum128() : complexProduct128();
      case INT32_INDEX -> PairSteps.intAndIndex(operation);
      case INT64_INDEX -> PairSteps.longAndIndex(operation);
      case FLOAT32_INDEX -> PairSteps.floatAndIndex(operation);
      case FLOAT64_INDEX -> PairSteps.doubleAndIndex(operation);
    };
  }

  private static IntBinaryOperator intOperation(Operation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Integer::sum;
      case PRODUCT -> (left, right) -> left * right;
      case LOGICAL_AND -> (left, right) -> left != 0 && right != 0 ? 1 : 0;
      case LOGICAL_OR -> (left, right) -> left != 0 || right != 0 ? 1 : 0;
      case LOGICAL_XOR -> (left, right) -> (left != 0) != (right != 0) ? 1 : 0;
      case BITWISE_AND -> (left, right) -> left & right;
      case BITWISE_OR -> (left, right) -> left | right;
      case BITWISE_XOR -> (left, right) -> left ^ right;
      case MAXIMUM_LOCATION, MINIMUM_LOCATION -> throw new AssertionError(operation);
    };
  }

  private static LongBinaryOperator longOperation(Operation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Long::sum;
      case PRODUCT -> (left, right) -> left * right;
      case LOGICAL_AND -> (left, right) -> left != 0 && right != 0 ? 1 : 0;
      case LOGICAL_OR -> (left, right) -> left != 0 || right != 0 ? 1 : 0;
      case LOGICAL_XOR -> (left, right) -> (left != 0) != (right != 0) ? 1 : 0;
      case BITWISE_AND -> (left, right) -> left & right;
      case BITWISE_OR -> (left, right) -> left | right;
      case BITWISE_XOR -> (left, right) -> left ^ right;
      case MAXIMUM_LOCATION, MINIMUM_LOCATION -> throw new AssertionError(operation);
    };
  }

  private static FloatBinaryOperator floatOperation(Operation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Float::sum;
      case PRODUCT -> (left, right) -> left * right;
      default -> throw new AssertionError(operation);
    };
  }

  private static DoubleBinaryOperator doubleOperation(Operation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Double::sum;
      case PRODUCT -> (left, right) -> left * right;
      default -> throw new AssertionError(operation);
    };
  }

  private static Step bytes(IntBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_BYTE,
            at,
            (byte) operation.applyAsInt(left.get(JAVA_BYTE, at), right.get(JAVA_BYTE, at)));
  }

  private static Step unsignedBytes(IntBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_BYTE,
            at,
            (byte)
                operation.applyAsInt(
                    Byte.toUnsignedInt(left.get(JAVA_BYTE, at)),
                    Byte.toUnsignedInt(right.get(JAVA_BYTE, at))));
  }

  private static Step shorts(IntBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_SHORT_UNALIGNED,
            at,
            (short)
                operation.applyAsInt(
                    left.get(JAVA_SHORT_UNALIGNED, at), right.get(JAVA_SHORT_UNALIGNED, at)));
  }

  static Step ints(IntBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_INT_UNALIGNED,
            at,
            operation.applyAsInt(
                left.get(JAVA_INT_UNALIGNED, at), right.get(JAVA_INT_UNALIGNED, at)));
  }

  static Step longs(LongBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_LONG_UNALIGNED,
            at,
            operation.applyAsLong(
                left.get(JAVA_LONG_UNALIGNED, at), right.get(JAVA_LONG_UNALIGNED, at)));
  }

  private static Step float16s(FloatBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_SHORT_UNALIGNED,
            at,
            Float.floatToFloat16(
                operation.applyAsFloat(
                    Float.float16ToFloat(left.get(JAVA_SHORT_UNALIGNED, at)),
                    Float.float16ToFloat(right.get(JAVA_SHORT_UNALIGNED, at)))));
  }

  private static Step bfloat16s(FloatBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_SHORT_UNALIGNED,
            at,
            Bfloat16.fromFloat(
                operation.applyAsFloat(
                    Bfloat16.toFloat(left.get(JAVA_SHORT_UNALIGNED, at)),
                    Bfloat16.toFloat(right.get(JAVA_SHORT_UNALIGNED, at)))));
  }

  static Step floats(FloatBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_FLOAT_UNALIGNED,
            at,
            operation.applyAsFloat(
                left.get(JAVA_FLOAT_UNALIGNED, at), right.get(JAVA_FLOAT_UNALIGNED, at)));
  }

  static Step doubles(DoubleBinaryOperator operation) {
    return (left, right, into, at) ->
        into.set(
            JAVA_DOUBLE_UNALIGNED,
            at,
            operation.applyAsDouble(
                left.get(JAVA_DOUBLE_UNALIGNED, at), right.get(JAVA_DOUBLE_UNALIGNED, at)));
  }

  private static Step complexSum64() {
    Step parts = floats(Float::sum);
    return (left, right, into, at) -> {
      parts.apply(left, right, into, at);
      parts.apply(left, right, into, at + Float.BYTES);
    };
  }

  private static Step complexSum128() {
    Step parts = doubles(Double::sum);
    return (left, right, into, at) -> {
      parts.apply(left, right, into, at);
      parts.apply(left, right, into, at + Double.BYTES);
    };
  }

  /** (a + bi)(c + di) = (ac - bd) + (ad + bc)i, without C's recovery of infinities. */
  private static Step complexProduct64() {
    return (left, right, into, at) -> {
      float a = left.get(JAVA_FLOAT_UNALIGNED, at);
      float b = left.get(JAVA_FLOAT_UNALIGNED, at + Float.BYTES);
      float c = right.get(JAVA_FLOAT_UNALIGNED, at);
      float d = right.get(JAVA_FLOAT_UNALIGNED, at + Float.BYTES);
      into.set(JAVA_FLOAT_UNALIGNED, at, a * c - b * d);
      into.set(JAVA_FLOAT_UNALIGNED, at + Float.BYTES, a * d + b * c);
    };
  }

  private static Step complexProduct128() {
    return (left, right, into, at) -> {
      double a = left.get(JAVA_DOUBLE_UNALIGNED, at);
      double b = left.get(JAVA_DOUBLE_UNALIGNED, at + Double.BYTES);
      double c = right.get(JAVA_DOUBLE_UNALIGNED, at);
      double d = right.get(JAVA_DOUBLE_UNALIGNED, at + Double.BYTES);
      into.set(JAVA_DOUBLE_UNALIGNED, at, a * c - b * d);
      into.set(JAVA_DOUBLE_UNALIGNED, at + Double.BYTES, a * d + b * c);
    };
  }
}
