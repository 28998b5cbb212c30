package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Float#float16ToFloat} and {@link Float#floatToFloat16} in vectors of {@code int}s: the
 * exponent is moved by an addition, and a floating addition aligns or normalises the subnormals.
 */
final class Float16Conversion implements HalfConversion {

  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private static final int SIGN = 0x8000;
  private static final int INFINITY = 0x7C00;
  private static final int NAN = 0x7E00;
  private static final int FLOAT_INFINITY = 0x7F800000;

  /** binary32 has 13 bits of mantissa more. */
  private static final int MANTISSA_SHIFT = 13;

  /** The exponent of binary32 has a bias that is larger by 112. */
  private static final int BIAS = 112 << 23;

  /** 2^-14, the smallest normal binary16. */
  private static final int SMALLEST_NORMAL = 113 << 23;

  /** 2^16, the first power of two that binary16 has no room for. */
  private static final int TOO_LARGE = 143 << 23;

  /** 0.5, whose last bit of mantissa is worth 2^-24, the smallest subnormal binary16. */
  private static final int ALIGNING = 126 << 23;

  @Override
  public long width() {
    return SPECIES.vectorByteSize();
  }

  @Override
  public void widen(long halves, long floats, long bytes, int shift) {
    MemorySegment from = NativeFold.at(halves, bytes);
    MemorySegment to = NativeFold.at(floats, bytes);
    for (long offset = 0; offset < bytes; offset += SPECIES.vectorByteSize()) {
      IntVector bits =
          IntVector.fromMemorySegment(SPECIES, from, offset, ORDER)
              .lanewise(VectorOperators.LSHR, shift);
      IntVector magnitude = bits.and(SIGN - 1).lanewise(VectorOperators.LSHL, MANTISSA_SHIFT);
      IntVector normal = magnitude.add(BIAS);
      IntVector subnormal =
          magnitude
              .add(SMALLEST_NORMAL)
              .reinterpretAsFloats()
              .sub(Float.intBitsToFloat(SMALLEST_NORMAL))
              .reinterpretAsInts();
      normal
          .blend(subnormal, magnitude.compare(VectorOperators.LT, 1 << 23))
          .blend(
              normal.add(BIAS),
              magnitude.compare(VectorOperators.GE, INFINITY << MANTISSA_SHIFT))
          .or(bits.and(SIGN).lanewise(VectorOperators.LSHL, Short.SIZE))
          .intoMemorySegment(to, offset, ORDER);
    }
  }

  @Override
  public void narrow(long floats, long halves, long bytes, int shift) {
    MemorySegment from = NativeFold.at(floats, bytes);
    MemorySegment to = NativeFold.at(halves, bytes);
    int kept = shift == 0 ? 0 : 0xFFFF;
    for (long offset = 0; offset < bytes; offset += SPECIES.vectorByteSize()) {
      IntVector bits = IntVector.fromMemorySegment(SPECIES, from, offset, ORDER);
      IntVector magnitude = bits.and(Integer.MAX_VALUE);
      IntVector odd = magnitude.lanewise(VectorOperators.LSHR, MANTISSA_SHIFT).and(1);
      IntVector normal =
          magnitude
              .sub(BIAS)
              .add(0xFFF)
              .add(odd)
              .lanewise(VectorOperators.LSHR, MANTISSA_SHIFT);
      IntVector subnormal =
          magnitude
              .reinterpretAsFloats()
              .add(Float.intBitsToFloat(ALIGNING))
              .reinterpretAsInts()
              .sub(ALIGNING);
      normal
          .blend(subnormal, magnitude.compare(VectorOperators.LT, SMALLEST_NORMAL))
          .blend(INFINITY, magnitude.compare(VectorOperators.GE, TOO_LARGE))
          .blend(NAN, magnitude.compare(VectorOperators.GT, FLOAT_INFINITY))
          .or(bits.lanewise(VectorOperators.LSHR, Short.SIZE).and(SIGN))
          .lanewise(VectorOperators.LSHL, shift)
          .or(IntVector.fromMemorySegment(SPECIES, to, offset, ORDER).and(kept))
          .intoMemorySegment(to, offset, ORDER);
    }
  }
}
