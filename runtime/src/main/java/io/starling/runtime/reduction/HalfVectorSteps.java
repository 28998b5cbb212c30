package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Folds of the 16-bit floating types. A vector of {@code int}s holds two elements a lane: the lower
 * and the upper halves are widened to {@code float}, computed, narrowed, and put together again. No
 * lane changes its place, so byte order and the parity of the first element do not matter.
 */
final class HalfVectorSteps {

  static final ByteOrder ORDER = ByteOrder.nativeOrder();
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  private static final int SIGN = 0x8000;
  private static final int FLOAT16_INFINITY = 0x7C00;
  private static final int FLOAT16_NAN = 0x7E00;
  private static final int FLOAT_INFINITY = 0x7F800000;

  /** binary32 has 13 bits of mantissa more, and a bias of the exponent that is larger by 112. */
  private static final int MANTISSA_SHIFT = 13;

  private static final int BIAS = 112 << 23;

  /** 2^-14, the smallest normal binary16. */
  private static final int SMALLEST_NORMAL = 113 << 23;

  /** 2^16, the first power of two that binary16 has no room for. */
  private static final int TOO_LARGE = 143 << 23;

  /** 0.5, whose last bit of mantissa is worth 2^-24, the smallest subnormal binary16. */
  private static final int ALIGNING = 126 << 23;

  private HalfVectorSteps() {}

  /** Several bfloat16 numbers. */
  static final class Bfloat16s implements Step {

    private static final VectorOperators.Associative OPERATION =
        HiddenCopy.data(MethodHandles.lookup(), VectorOperators.Associative.class);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long at) {
      IntVector leftPairs = pairs(left, at);
      IntVector rightPairs = pairs(right, at);
      IntVector lower =
          bfloat16(
              leftPairs
                  .lanewise(VectorOperators.LSHL, 16)
                  .reinterpretAsFloats()
                  .lanewise(
                      OPERATION,
                      rightPairs.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats()));
      IntVector upper =
          bfloat16(
              leftPairs
                  .and(0xFFFF0000)
                  .reinterpretAsFloats()
                  .lanewise(OPERATION, rightPairs.and(0xFFFF0000).reinterpretAsFloats()));
      lower
          .lanewise(VectorOperators.LSHR, 16)
          .or(upper.and(0xFFFF0000))
          .intoMemorySegment(into, at, ORDER);
    }
  }

  /** Several float16 numbers. */
  static final class Float16s implements Step {

    private static final VectorOperators.Associative OPERATION =
        HiddenCopy.data(MethodHandles.lookup(), VectorOperators.Associative.class);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long at) {
      IntVector leftPairs = pairs(left, at);
      IntVector rightPairs = pairs(right, at);
      IntVector lower =
          float16(
              widened(leftPairs.and(0xFFFF)).lanewise(OPERATION, widened(rightPairs.and(0xFFFF))));
      IntVector upper =
          float16(
              widened(leftPairs.lanewise(VectorOperators.LSHR, 16))
                  .lanewise(OPERATION, widened(rightPairs.lanewise(VectorOperators.LSHR, 16))));
      lower.or(upper.lanewise(VectorOperators.LSHL, 16)).intoMemorySegment(into, at, ORDER);
    }
  }

  static IntVector pairs(MemorySegment segment, long at) {
    return IntVector.fromMemorySegment(INTS, segment, at, ORDER);
  }

  /** The rounded value in the upper half of each lane; the lower half is undefined. */
  static IntVector bfloat16(FloatVector values) {
    IntVector bits = values.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).and(1);
    VectorMask<Integer> nan = values.test(VectorOperators.IS_NAN).cast(INTS);
    return bits.add(odd).add(0x7FFF).blend(bits.or(0x400000), nan);
  }

  /** The values of lanes that hold a binary16 each. */
  static FloatVector widened(IntVector halves) {
    IntVector shifted = halves.and(~SIGN & 0xFFFF).lanewise(VectorOperators.LSHL, MANTISSA_SHIFT);
    IntVector normal = shifted.add(BIAS);
    FloatVector subnormal =
        shifted
            .add(SMALLEST_NORMAL)
            .reinterpretAsFloats()
            .sub(Float.intBitsToFloat(SMALLEST_NORMAL));
    int first = FLOAT16_INFINITY << MANTISSA_SHIFT;
    return normal
        .blend(subnormal.reinterpretAsInts(), shifted.lt(0x400 << MANTISSA_SHIFT))
        .blend(normal.add(BIAS), shifted.compare(VectorOperators.GE, first))
        .or(halves.and(SIGN).lanewise(VectorOperators.LSHL, 16))
        .reinterpretAsFloats();
  }

  /** The values as binary16, rounded to nearest, ties to even, in the lower half of each lane. */
  static IntVector float16(FloatVector values) {
    IntVector bits = values.reinterpretAsInts();
    IntVector magnitude = bits.and(Integer.MAX_VALUE);
    IntVector odd = magnitude.lanewise(VectorOperators.LSHR, MANTISSA_SHIFT).and(1);
    IntVector normal =
        magnitude.sub(BIAS).add(0xFFF).add(odd).lanewise(VectorOperators.LSHR, MANTISSA_SHIFT);
    IntVector subnormal =
        magnitude
            .reinterpretAsFloats()
            .add(Float.intBitsToFloat(ALIGNING))
            .reinterpretAsInts()
            .sub(ALIGNING);
    return normal
        .blend(subnormal, magnitude.lt(SMALLEST_NORMAL))
        .blend(FLOAT16_INFINITY, magnitude.compare(VectorOperators.GE, TOO_LARGE))
        .blend(FLOAT16_NAN, magnitude.compare(VectorOperators.GT, FLOAT_INFINITY))
        .or(bits.lanewise(VectorOperators.LSHR, 16).and(SIGN));
  }
}
