package io.starling.runtime.reduction;

/** Converts between {@code float} and its upper half, as {@code Float} does for binary16. */
final class Bfloat16 {

  private static final int ROUND_DOWN_HALF = 0x7FFF;
  private static final int QUIET = 0x40;

  private Bfloat16() {}

  static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** Rounds to nearest, ties to even; overflows to infinity; a NaN stays a NaN. */
  static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | QUIET);
    }
    int odd = bits >>> 16 & 1;
    return (short) ((bits + ROUND_DOWN_HALF + odd) >>> 16);
  }
}
