package io.starling.gpu.ptx;

/** Conversions of binary16 from its definition, apart from those of the JDK. */
final class Float16Bits {

  private static final int SIGN = 0x8000;
  private static final int INFINITY = 0x7C00;
  private static final int NAN = 0x7FFF;

  /** The steps between two powers of two. */
  private static final int STEPS = 1 << 10;

  /** The exponent of the smallest normal number; below it steps grow no smaller. */
  private static final int LEAST_EXPONENT = -14;

  private Float16Bits() {}

  /** The same number as binary32. */
  static long toSingle(long half) {
    long magnitude = half & ~SIGN;
    if (magnitude >= INFINITY) {
      return Singles.bits(
          magnitude > INFINITY
              ? Float.NaN
              : (half & SIGN) != 0 ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY);
    }
    int exponent = (int) magnitude / STEPS;
    long steps = exponent == 0 ? magnitude : STEPS + magnitude % STEPS;
    float value = Math.scalb((float) steps, Math.max(exponent, 1) - 25);
    return Singles.bits((half & SIGN) != 0 ? -value : value);
  }

  /** The nearest number, the even one of two; infinity from 65520 on. */
  static long fromSingle(long single) {
    double value = Singles.value(single);
    if (Double.isNaN(value)) {
      return NAN;
    }
    double magnitude = Math.abs(value);
    int exponent = Math.max(Math.getExponent(magnitude), LEAST_EXPONENT);
    double steps = Math.rint(Math.scalb(magnitude, 10 - exponent));
    double bits = (exponent - LEAST_EXPONENT) * (double) STEPS + steps;
    return (long) Math.min(bits, INFINITY) | (single >>> 16 & SIGN);
  }
}
