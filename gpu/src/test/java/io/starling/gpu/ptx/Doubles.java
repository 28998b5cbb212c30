package io.starling.gpu.ptx;

/** Binary64: {@code .f64}. */
final class Doubles implements Floating {

  private static final long NAN = 0x7FFFFFFFFFFFFFFFL;

  private static long bits(double value) {
    return Double.isNaN(value) ? NAN : Double.doubleToRawLongBits(value);
  }

  @Override
  public double of(long bits) {
    return Double.longBitsToDouble(bits);
  }

  @Override
  public long sum(long a, long b) {
    return bits(of(a) + of(b));
  }

  @Override
  public long difference(long a, long b) {
    return bits(of(a) - of(b));
  }

  @Override
  public long product(long a, long b) {
    return bits(of(a) * of(b));
  }
}
