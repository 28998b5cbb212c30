package io.starling.bench.soak;

import io.starling.runtime.datatype.BasicDatatype;
import java.nio.ByteBuffer;

/** Reads and writes single numbers of the predefined types. */
final class NumberAccess {

  private static final int BFLOAT16_SHIFT = 16;

  private NumberAccess() {}

  static long integer(ByteBuffer from, BasicDatatype type, int at) {
    return switch (type) {
      case INT8 -> from.get(at);
      case UINT8 -> Byte.toUnsignedInt(from.get(at));
      case INT16 -> from.getShort(at);
      case INT32 -> from.getInt(at);
      default -> from.getLong(at);
    };
  }

  static void putInteger(ByteBuffer into, BasicDatatype type, long value) {
    switch (type) {
      case INT8, UINT8 -> into.put((byte) value);
      case INT16 -> into.putShort((short) value);
      case INT32 -> into.putInt((int) value);
      default -> into.putLong(value);
    }
  }

  static double floating(ByteBuffer from, BasicDatatype type, int at) {
    return switch (type) {
      case FLOAT16 -> Float.float16ToFloat(from.getShort(at));
      case BFLOAT16 -> Float.intBitsToFloat(from.getShort(at) << BFLOAT16_SHIFT);
      case FLOAT32 -> from.getFloat(at);
      default -> from.getDouble(at);
    };
  }

  /** Rounds; to BFLOAT16 towards zero, which is exact for what has so few bits. */
  static void putFloating(ByteBuffer into, BasicDatatype type, double value) {
    switch (type) {
      case FLOAT16 -> into.putShort(Float.floatToFloat16((float) value));
      case BFLOAT16 ->
          into.putShort((short) (Float.floatToRawIntBits((float) value) >>> BFLOAT16_SHIFT));
      case FLOAT32 -> into.putFloat((float) value);
      default -> into.putDouble(value);
    }
  }
}
