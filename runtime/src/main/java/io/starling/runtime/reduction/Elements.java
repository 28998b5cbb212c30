package io.starling.runtime.reduction;

import static io.starling.runtime.reduction.NativeFold.MEMORY;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.starling.runtime.FloatBinaryOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The predefined operations on one element, in plain Java. They define the results; the vector
 * loops must give the same bits.
 */
final class Elements {

  private Elements() {}

  /** A fold of this operation, element by element. */
  static NativeFold fold(PredefinedOperation operation, BasicDatatype type) {
    return of(operation, type).toFold(type.extent());
  }

  private static ElementOperation of(PredefinedOperation operation, BasicDatatype type) {
    return switch (type) {
      case INT8 -> bytes(ints(operation));
      case UINT8 -> unsignedBytes(ints(operation));
      case INT16 -> shorts(ints(operation));
      case INT32 -> ints(ints(operation));
      case INT64 -> longs(longs(operation));
      case FLOAT16 -> float16s(floats(operation));
      case BFLOAT16 -> bfloat16s(floats(operation));
      case FLOAT32 -> floats(floats(operation));
      case FLOAT64 -> doubles(doubles(operation));
      case COMPLEX64 -> operation == PredefinedOperation.SUM ? complexSum64() : complexProduct64();
      case COMPLEX128 ->
          operation == PredefinedOperation.SUM ? complexSum128() : complexProduct128();
      case INT32_INDEX -> PairElements.intAndIndex(operation);
      case INT64_INDEX -> PairElements.longAndIndex(operation);
      case FLOAT32_INDEX -> PairElements.floatAndIndex(operation);
      case FLOAT64_INDEX -> PairElements.doubleAndIndex(operation);
    };
  }

  static IntBinaryOperator ints(PredefinedOperation operation) {
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

  private static LongBinaryOperator longs(PredefinedOperation operation) {
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

  static FloatBinaryOperator floats(PredefinedOperation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Float::sum;
      case PRODUCT -> (left, right) -> left * right;
      default -> throw new AssertionError(operation);
    };
  }

  static DoubleBinaryOperator doubles(PredefinedOperation operation) {
    return switch (operation) {
      case MAX -> Math::max;
      case MIN -> Math::min;
      case SUM -> Double::sum;
      case PRODUCT -> (left, right) -> left * right;
      default -> throw new AssertionError(operation);
    };
  }

  private static ElementOperation bytes(IntBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_BYTE,
            into,
            (byte) operation.applyAsInt(MEMORY.get(JAVA_BYTE, left), MEMORY.get(JAVA_BYTE, right)));
  }

  private static ElementOperation unsignedBytes(IntBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_BYTE,
            into,
            (byte)
                operation.applyAsInt(
                    Byte.toUnsignedInt(MEMORY.get(JAVA_BYTE, left)),
                    Byte.toUnsignedInt(MEMORY.get(JAVA_BYTE, right))));
  }

  private static ElementOperation shorts(IntBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_SHORT_UNALIGNED,
            into,
            (short)
                operation.applyAsInt(
                    MEMORY.get(JAVA_SHORT_UNALIGNED, left),
                    MEMORY.get(JAVA_SHORT_UNALIGNED, right)));
  }

  static ElementOperation ints(IntBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_INT_UNALIGNED,
            into,
            operation.applyAsInt(
                MEMORY.get(JAVA_INT_UNALIGNED, left), MEMORY.get(JAVA_INT_UNALIGNED, right)));
  }

  static ElementOperation longs(LongBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_LONG_UNALIGNED,
            into,
            operation.applyAsLong(
                MEMORY.get(JAVA_LONG_UNALIGNED, left), MEMORY.get(JAVA_LONG_UNALIGNED, right)));
  }

  private static ElementOperation float16s(FloatBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_SHORT_UNALIGNED,
            into,
            Float.floatToFloat16(
                operation.applyAsFloat(
                    Float.float16ToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, left)),
                    Float.float16ToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, right)))));
  }

  private static ElementOperation bfloat16s(FloatBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_SHORT_UNALIGNED,
            into,
            floatToBfloat16(
                operation.applyAsFloat(
                    bfloat16ToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, left)),
                    bfloat16ToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, right)))));
  }

  static ElementOperation floats(FloatBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_FLOAT_UNALIGNED,
            into,
            operation.applyAsFloat(
                MEMORY.get(JAVA_FLOAT_UNALIGNED, left), MEMORY.get(JAVA_FLOAT_UNALIGNED, right)));
  }

  static ElementOperation doubles(DoubleBinaryOperator operation) {
    return (left, right, into) ->
        MEMORY.set(
            JAVA_DOUBLE_UNALIGNED,
            into,
            operation.applyAsDouble(
                MEMORY.get(JAVA_DOUBLE_UNALIGNED, left), MEMORY.get(JAVA_DOUBLE_UNALIGNED, right)));
  }

  private static ElementOperation complexSum64() {
    ElementOperation parts = floats(Float::sum);
    return (left, right, into) -> {
      parts.apply(left, right, into);
      parts.apply(left + Float.BYTES, right + Float.BYTES, into + Float.BYTES);
    };
  }

  private static ElementOperation complexSum128() {
    ElementOperation parts = doubles(Double::sum);
    return (left, right, into) -> {
      parts.apply(left, right, into);
      parts.apply(left + Double.BYTES, right + Double.BYTES, into + Double.BYTES);
    };
  }

  /** (a + bi)(c + di) = (ac - bd) + (ad + bc)i, without C's recovery of infinities. */
  private static ElementOperation complexProduct64() {
    return (left, right, into) -> {
      float a = MEMORY.get(JAVA_FLOAT_UNALIGNED, left);
      float b = MEMORY.get(JAVA_FLOAT_UNALIGNED, left + Float.BYTES);
      float c = MEMORY.get(JAVA_FLOAT_UNALIGNED, right);
      float d = MEMORY.get(JAVA_FLOAT_UNALIGNED, right + Float.BYTES);
      MEMORY.set(JAVA_FLOAT_UNALIGNED, into, a * c - b * d);
      MEMORY.set(JAVA_FLOAT_UNALIGNED, into + Float.BYTES, a * d + b * c);
    };
  }

  private static ElementOperation complexProduct128() {
    return (left, right, into) -> {
      double a = MEMORY.get(JAVA_DOUBLE_UNALIGNED, left);
      double b = MEMORY.get(JAVA_DOUBLE_UNALIGNED, left + Double.BYTES);
      double c = MEMORY.get(JAVA_DOUBLE_UNALIGNED, right);
      double d = MEMORY.get(JAVA_DOUBLE_UNALIGNED, right + Double.BYTES);
      MEMORY.set(JAVA_DOUBLE_UNALIGNED, into, a * c - b * d);
      MEMORY.set(JAVA_DOUBLE_UNALIGNED, into + Double.BYTES, a * d + b * c);
    };
  }

  private static final int ROUND_DOWN_HALF = 0x7FFF;
  private static final int QUIET = 0x40;

  private static float bfloat16ToFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds to nearest, ties to even; overflows to infinity; a NaN stays a NaN. */
  private static short floatToBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | QUIET);
    }
    int odd = bits >>> 16 & 1;
    return (short) ((bits + ROUND_DOWN_HALF + odd) >>> 16);
  }
}
