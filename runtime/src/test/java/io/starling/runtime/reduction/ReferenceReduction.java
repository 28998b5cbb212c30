package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** MPI's operators once more, one element at a time, by other means than the folds use. */
final class ReferenceReduction {

  private ReferenceReduction() {}

  /** Folds the whole of both arrays. Padding of the result is 0. */
  static byte[] fold(String operator, BasicDatatype type, byte[] left, byte[] right) {
    byte[] into = new byte[left.length];
    for (int at = 0; at < left.length; at += (int) type.extent()) {
      element(operator, type, view(left), view(right), view(into), at);
    }
    return into;
  }

  /**
   * Whether two elements are the same: all bits, but any NaN is a NaN, and padding is no matter.
   */
  static boolean same(BasicDatatype type, byte[] expected, byte[] actual, int at) {
    ByteBuffer one = view(expected);
    ByteBuffer other = view(actual);
    int half = (int) type.extent() / 2;
    return switch (type) {
      case INT8, UINT8 -> one.get(at) == other.get(at);
      case INT16 -> one.getShort(at) == other.getShort(at);
      case INT32 -> one.getInt(at) == other.getInt(at);
      case INT64 -> one.getLong(at) == other.getLong(at);
      case FLOAT16 -> same(half(one.getShort(at), 10), half(other.getShort(at), 10));
      case BFLOAT16 -> same(half(one.getShort(at), 7), half(other.getShort(at), 7));
      case FLOAT32 -> same(one.getFloat(at), other.getFloat(at));
      case FLOAT64 -> same(one.getDouble(at), other.getDouble(at));
      case COMPLEX64 ->
          same(one.getFloat(at), other.getFloat(at))
              && same(one.getFloat(at + half), other.getFloat(at + half));
      case COMPLEX128 ->
          same(one.getDouble(at), other.getDouble(at))
              && same(one.getDouble(at + half), other.getDouble(at + half));
      case INT32_INDEX ->
          one.getInt(at) == other.getInt(at) && one.getInt(at + half) == other.getInt(at + half);
      case INT64_INDEX ->
          one.getLong(at) == other.getLong(at) && one.getInt(at + half) == other.getInt(at + half);
      case FLOAT32_INDEX ->
          same(one.getFloat(at), other.getFloat(at))
              && one.getInt(at + half) == other.getInt(at + half);
      case FLOAT64_INDEX ->
          same(one.getDouble(at), other.getDouble(at))
              && one.getInt(at + half) == other.getInt(at + half);
    };
  }

  private static void element(
      String operator,
      BasicDatatype type,
      ByteBuffer left,
      ByteBuffer right,
      ByteBuffer into,
      int at) {
    int half = (int) type.extent() / 2;
    switch (type) {
      case INT8 ->
          into.put(at, integer(operator, big(left.get(at)), big(right.get(at))).byteValue());
      case UINT8 ->
          into.put(
              at,
              integer(operator, big(left.get(at) & 0xFF), big(right.get(at) & 0xFF)).byteValue());
      case INT16 ->
          into.putShort(
              at, integer(operator, big(left.getShort(at)), big(right.getShort(at))).shortValue());
      case INT32 ->
          into.putInt(
              at, integer(operator, big(left.getInt(at)), big(right.getInt(at))).intValue());
      case INT64 ->
          into.putLong(
              at, integer(operator, big(left.getLong(at)), big(right.getLong(at))).longValue());
      case FLOAT16 ->
          into.putShort(at, halves(operator, left.getShort(at), right.getShort(at), 10));
      case BFLOAT16 ->
          into.putShort(at, halves(operator, left.getShort(at), right.getShort(at), 7));
      case FLOAT32 -> into.putFloat(at, floating(operator, left.getFloat(at), right.getFloat(at)));
      case FLOAT64 ->
          into.putDouble(at, floating(operator, left.getDouble(at), right.getDouble(at)));
      case COMPLEX64 -> {
        float a = left.getFloat(at);
        float b = left.getFloat(at + half);
        float c = right.getFloat(at);
        float d = right.getFloat(at + half);
        into.putFloat(at, operator.equals("sum") ? a + c : a * c - b * d);
        into.putFloat(at + half, operator.equals("sum") ? b + d : a * d + b * c);
      }
      case COMPLEX128 -> {
        double a = left.getDouble(at);
        double b = left.getDouble(at + half);
        double c = right.getDouble(at);
        double d = right.getDouble(at + half);
        into.putDouble(at, operator.equals("sum") ? a + c : a * c - b * d);
        into.putDouble(at + half, operator.equals("sum") ? b + d : a * d + b * c);
      }
      case INT32_INDEX, INT64_INDEX, FLOAT32_INDEX, FLOAT64_INDEX -> {
        ByteBuffer chosen = takesLeft(operator, type, left, right, at) ? left : right;
        into.put(at, chosen, at, half + Integer.BYTES);
      }
    }
  }

  private static BigInteger integer(String operator, BigInteger left, BigInteger right) {
    boolean leftTruth = left.signum() != 0;
    boolean rightTruth = right.signum() != 0;
    return switch (operator) {
      case "max" -> left.max(right);
      case "min" -> left.min(right);
      case "sum" -> left.add(right);
      case "prod" -> left.multiply(right);
      case "land" -> truth(leftTruth && rightTruth);
      case "lor" -> truth(leftTruth || rightTruth);
      case "lxor" -> truth(leftTruth ^ rightTruth);
      case "band" -> left.and(right);
      case "bor" -> left.or(right);
      case "bxor" -> left.xor(right);
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static BigInteger truth(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static float floating(String operator, float left, float right) {
    return switch (operator) {
      case "sum" -> left + right;
      case "prod" -> left * right;
      default -> (float) extreme(operator, left, right);
    };
  }

  private static double floating(String operator, double left, double right) {
    return switch (operator) {
      case "sum" -> left + right;
      case "prod" -> left * right;
      default -> extreme(operator, left, right);
    };
  }

  private static double extreme(String operator, double left, double right) {
    if (Double.isNaN(left) || Double.isNaN(right)) {
      return Double.NaN;
    }
    boolean leftIsLess =
        left < right || (left == right && 1 / left < 1 / right); // 1 / -0.0 is minus infinity
    return leftIsLess == operator.equals("max") ? right : left;
  }

  private static boolean takesLeft(
      String operator, BasicDatatype type, ByteBuffer left, ByteBuffer right, int at) {
    int half = (int) type.extent() / 2;
    boolean lower = left.getInt(at + half) <= right.getInt(at + half);
    return switch (type) {
      case INT32_INDEX, INT64_INDEX -> {
        boolean wide = type == BasicDatatype.INT64_INDEX;
        BigInteger leftValue = big(wide ? left.getLong(at) : left.getInt(at));
        BigInteger rightValue = big(wide ? right.getLong(at) : right.getInt(at));
        int order = leftValue.compareTo(rightValue);
        yield order == 0 ? lower : order > 0 == operator.equals("maxloc");
      }
      default -> {
        boolean wide = type == BasicDatatype.FLOAT64_INDEX;
        double leftValue = wide ? left.getDouble(at) : left.getFloat(at);
        double rightValue = wide ? right.getDouble(at) : right.getFloat(at);
        if (Double.isNaN(leftValue) || Double.isNaN(rightValue)) {
          yield Double.isNaN(leftValue) && (!Double.isNaN(rightValue) || lower);
        }
        if (same(leftValue, rightValue)) {
          yield lower;
        }
        yield same(extreme(operator.substring(0, 3), leftValue, rightValue), leftValue);
      }
    };
  }

  private static short halves(String operator, short left, short right, int mantissaBits) {
    float result =
        floating(operator, (float) half(left, mantissaBits), (float) half(right, mantissaBits));
    return half(result, mantissaBits);
  }

  /** The value of a 16-bit number with so many bits of mantissa. */
  static double half(short bits, int mantissaBits) {
    int magnitude = bits & 0x7FFF;
    int exponentBits = 15 - mantissaBits;
    int bias = (1 << (exponentBits - 1)) - 1;
    int exponent = magnitude >>> mantissaBits;
    int mantissa = magnitude & (1 << mantissaBits) - 1;
    double value;
    if (exponent == (1 << exponentBits) - 1) {
      value = mantissa == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      value = Math.scalb((double) mantissa, 1 - bias - mantissaBits);
    } else {
      value = Math.scalb((double) (mantissa | 1 << mantissaBits), exponent - bias - mantissaBits);
    }
    return bits < 0 ? -value : value;
  }

  /** The nearest 16-bit number, found by bisection; of two equally near ones the even one. */
  static short half(double value, int mantissaBits) {
    int infinity = 0x7FFF & -1 << mantissaBits;
    if (Double.isNaN(value)) {
      return (short) (infinity | 1);
    }
    double magnitude = Math.abs(value);
    int below = 0;
    int above = infinity;
    while (above - below > 1) {
      int middle = (below + above) / 2;
      if (finite(middle, mantissaBits, infinity) <= magnitude) {
        below = middle;
      } else {
        above = middle;
      }
    }
    double toBelow = magnitude - finite(below, mantissaBits, infinity);
    double toAbove = finite(above, mantissaBits, infinity) - magnitude;
    int nearest = toBelow < toAbove || (toBelow == toAbove && below % 2 == 0) ? below : above;
    return (short) (1 / value < 0 || value < 0 ? nearest | 0x8000 : nearest);
  }

  /** As if the exponents went on: rounding to infinity begins half-way to the next power of two. */
  private static double finite(int bits, int mantissaBits, int infinity) {
    return bits == infinity
        ? 2 * half((short) (infinity - (1 << mantissaBits)), mantissaBits)
        : half((short) bits, mantissaBits);
  }

  private static boolean same(double expected, double actual) {
    return Double.doubleToLongBits(expected) == Double.doubleToLongBits(actual);
  }

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }
}
