package io.starling.gpu.ptx;

/**
 * Arithmetic on the bits of floating-point numbers, rounded to nearest even. A result that is a NaN
 * has all bits but the sign set, as on a device; what takes its upper half alone must not overflow.
 */
interface Floating {

  double of(long bits);

  long sum(long a, long b);

  long difference(long a, long b);

  long product(long a, long b);

  default boolean isNanAmong(long a, long b) {
    return Double.isNaN(of(a)) || Double.isNaN(of(b));
  }
}
