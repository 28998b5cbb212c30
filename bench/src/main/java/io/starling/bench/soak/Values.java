package io.starling.bench.soak;

import io.starling.runtime.datatype.BasicDatatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The elements that ranks contribute, packed: functions of a key, a rank, their receiver, and an
 * index. What floating numbers fold to is the same in any order.
 */
final class Values {

  /** So many ranks may multiply powers of two, or complex numbers, without rounding. */
  static final int MOST_FACTORS = 12;

  private Values() {}

  /** Any bytes, for calls that only move them. */
  static byte[] any(long key, int from, int to, int bytes) {
    byte[] packed = new byte[bytes];
    ByteBuffer buffer = ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder());
    long stream = SeededRandom.mix(SeededRandom.mix(key + from) + to);
    for (long i = 0; buffer.remaining() >= Long.BYTES; i++) {
      buffer.putLong(SeededRandom.mix(stream + i));
    }
    for (int shift = 0; buffer.hasRemaining(); shift += 8) {
      buffer.put((byte) (SeededRandom.mix(~stream) >>> shift));
    }
    return packed;
  }

  /** Elements that an operator of this name folds to the same in any order. */
  static byte[] forFold(
      String operator, BasicDatatype type, long key, int from, int to, int count) {
    ByteBuffer packed =
        ByteBuffer.allocate(count * (int) type.size()).order(ByteOrder.nativeOrder());
    long stream = SeededRandom.mix(SeededRandom.mix(key + from) + to);
    for (long i = 0; i < count; i++) {
      long bits = SeededRandom.mix(stream + i);
      switch (type.kind()) {
        case INTEGER -> NumberAccess.putInteger(packed, type, integer(operator, bits));
        case FLOATING -> NumberAccess.putFloating(packed, type, floating(operator, bits));
        case COMPLEX -> putComplex(packed, type, operator, bits);
        case VALUE_INDEX -> putPair(packed, type, bits);
      }
    }
    return packed.array();
  }

  /** Logical operators see enough zeros. */
  private static long integer(String operator, long bits) {
    return operator.startsWith("l") && (bits & 3) == 0 ? 0 : bits;
  }

  private static double floating(String operator, long bits) {
    return switch (operator) {
      case "sum" -> Math.floorMod(bits, 7) - 3;
      case "prod" -> ((bits & 1) == 0 ? 1 : -1) * Math.scalb(1.0, Math.floorMod(bits >> 8, 3) - 1);
      default -> (bits & 15) == 0 ? ((bits & 16) == 0 ? 0.0 : -0.0) : (bits >> 48) / 3.0;
    };
  }

  /** Powers of 1 + 2i are never real nor imaginary, so no zero gets a sign. */
  private static void putComplex(
      ByteBuffer packed, BasicDatatype type, String operator, long bits) {
    boolean isProduct = operator.equals("prod");
    int sign = (bits & 1) == 0 ? 1 : -1;
    BasicDatatype part =
        type == BasicDatatype.COMPLEX64 ? BasicDatatype.FLOAT32 : BasicDatatype.FLOAT64;
    NumberAccess.putFloating(packed, part, isProduct ? sign : Math.floorMod(bits, 2001) - 1000);
    NumberAccess.putFloating(
        packed, part, isProduct ? 2 * sign : Math.floorMod(bits >> 20, 2001) - 1000);
  }

  /** Few values, so that many are equal and the index decides. */
  private static void putPair(ByteBuffer packed, BasicDatatype type, long bits) {
    int start = packed.position();
    int value = Math.floorMod(bits, 5) - 2;
    switch (type) {
      case INT32_INDEX -> packed.putInt(value);
      case INT64_INDEX -> packed.putLong(value);
      case FLOAT32_INDEX -> packed.putFloat(value);
      default -> packed.putDouble(value);
    }
    packed.putInt((int) (bits >>> 33));
    packed.position(start + (int) type.size());
  }
}
