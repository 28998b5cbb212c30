package io.starling.gpu.ptx;

/** Binary32: {@code .f32}. */
final class Singles implements Floating {

  private static final long NAN = 0x7FFFFFFF;

  static long bits(float value) {
    return Float.isNaN(value) ? NAN : Integer.toUnsignedLong(Float.floatToRawIntBits(value));
  }

  static float value(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  @Override
  public double of(long bits) {
    return value(bits);
  }

  @Override
  public long sum(long a, long b) {
    return bits(value(a) + value(b));
  }

  @Override
  public long difference(long a, long b) {
    return bits(value(a) - value(b));
  }

  @Override
  public long product(long a, long b) {
    return bits(value(a) * value(b));
  }
}
