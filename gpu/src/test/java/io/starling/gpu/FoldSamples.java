package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Operands that reach the corners of folds, and results without the one thing left open. */
final class FoldSamples {

  private static final float[] FLOATS = {
    0.0f,
    -0.0f,
    1.0f,
    -1.0f,
    Float.NaN,
    Float.intBitsToFloat(0xFFC00000),
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    65504.0f,
    0x1p-14f,
    0x1p-24f,
    -0x1.8p-15f,
  };

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    Double.NaN,
    Double.longBitsToDouble(0xFFF8000000000000L),
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    -0x1.8p-1023,
  };

  private FoldSamples() {}

  /**
   * Fills the segment with elements: random bits, single bits, subnormals, NaNs, infinities, zeros
   * of both signs, and values and indices so small that many are equal. Padding is random.
   */
  static void fill(MemorySegment segment, BasicDatatype type, RandomGenerator random) {
    long step =
        switch (type) {
          case INT8, UINT8 -> 1;
          case INT16, FLOAT16, BFLOAT16 -> 2;
          case INT32, FLOAT32, COMPLEX64, INT32_INDEX, FLOAT32_INDEX -> 4;
          case INT64, FLOAT64, COMPLEX128, INT64_INDEX, FLOAT64_INDEX -> 8;
        };
    for (long offset = 0; offset < segment.byteSize(); offset += step) {
      long bits = random.nextInt(3) == 0 ? random.nextLong() : corner(type, random);
      boolean index =
          type.kind() == BasicDatatype.Kind.VALUE_INDEX && offset % type.extent() == step;
      if (index) {
        int number = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3);
        bits = random.nextLong() << Integer.SIZE | Integer.toUnsignedLong(number);
      }
      for (long part = 0; part < step; part++) {
        segment.set(JAVA_BYTE, offset + part, (byte) (bits >>> (Byte.SIZE * part)));
      }
    }
  }

  private static long corner(BasicDatatype type, RandomGenerator random) {
    float single = FLOATS[random.nextInt(FLOATS.length)];
    return switch (type) {
      case FLOAT16 -> Float.floatToFloat16(single);
      case BFLOAT16 -> Float.floatToRawIntBits(single) >>> Short.SIZE;
      case FLOAT32, COMPLEX64, FLOAT32_INDEX -> Float.floatToRawIntBits(single);
      case FLOAT64, COMPLEX128, FLOAT64_INDEX ->
          Double.doubleToRawLongBits(DOUBLES[random.nextInt(DOUBLES.length)]);
      case INT8, UINT8, INT16, INT32, INT64, INT32_INDEX, INT64_INDEX ->
          random.nextBoolean() ? random.nextInt(-2, 3) : 1L << random.nextInt(Long.SIZE);
    };
  }

  /** Makes all NaNs the same one: which one a fold gives is not specified. */
  static void unifyNans(MemorySegment segment, BasicDatatype type) {
    long size = segment.byteSize();
    switch (type) {
      case FLOAT16, BFLOAT16 -> {
        int infinity = type == BasicDatatype.FLOAT16 ? 0x7C00 : 0x7F80;
        for (long at = 0; at < size; at += Short.BYTES) {
          if ((segment.get(JAVA_SHORT_UNALIGNED, at) & 0x7FFF) > infinity) {
            segment.set(JAVA_SHORT_UNALIGNED, at, (short) 0x7FFF);
          }
        }
      }
      case FLOAT32, COMPLEX64, FLOAT32_INDEX -> {
        for (long at = 0; at < size; at += type == BasicDatatype.FLOAT32_INDEX ? 8 : 4) {
          int bits = Float.floatToIntBits(segment.get(JAVA_FLOAT_UNALIGNED, at));
          segment.set(JAVA_INT_UNALIGNED, at, bits);
        }
      }
      case FLOAT64, COMPLEX128, FLOAT64_INDEX -> {
        for (long at = 0; at < size; at += type == BasicDatatype.FLOAT64_INDEX ? 16 : 8) {
          long bits = Double.doubleToLongBits(segment.get(JAVA_DOUBLE_UNALIGNED, at));
          segment.set(JAVA_LONG_UNALIGNED, at, bits);
        }
      }
      case INT8, UINT8, INT16, INT32, INT64, INT32_INDEX, INT64_INDEX -> {}
    }
  }
}
