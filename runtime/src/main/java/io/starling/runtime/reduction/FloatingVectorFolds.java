package io.starling.runtime.reduction;

import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over floating-point numbers: templates for {@link HiddenCopy}, with a {@link VectorLoop} as
 * data.
 */
final class FloatingVectorFolds {

  private FloatingVectorFolds() {}

  /**
   * Of bfloat16s: a vector of {@code int}s holds two per lane. The lower and the upper ones are
   * converted to floats, folded, rounded and combined again. None changes its place, so byte order
   * and the parity of the first element do not matter.
   */
  static final class Bfloat16s extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final VectorOperators.Comparison GREATER = VectorOperators.GT;
    private static final int UPPER = 0xFFFF0000;
    private static final int MAGNITUDE = Integer.MAX_VALUE;
    private static final int INFINITY = 0x7F800000;
    private static final int QUIET = 0x400000;
    private static final int ROUND = 0x7FFF;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Bfloat16s() {
      super(Short.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          IntVector lefts = IntVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          IntVector rights = IntVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          IntVector lower =
              lefts
                  .lanewise(VectorOperators.LSHL, Short.SIZE)
                  .reinterpretAsFloats()
                  .lanewise(
                      OPERATION,
                      rights.lanewise(VectorOperators.LSHL, Short.SIZE).reinterpretAsFloats())
                  .reinterpretAsInts();
          IntVector upper =
              lefts
                  .and(UPPER)
                  .reinterpretAsFloats()
                  .lanewise(OPERATION, rights.and(UPPER).reinterpretAsFloats())
                  .reinterpretAsInts();
          IntVector lowerOdd = lower.lanewise(VectorOperators.LSHR, Short.SIZE).and(1);
          IntVector upperOdd = upper.lanewise(VectorOperators.LSHR, Short.SIZE).and(1);
          lower =
              lower
                  .add(lowerOdd)
                  .add(ROUND)
                  .blend(lower.or(QUIET), lower.and(MAGNITUDE).compare(GREATER, INFINITY));
          upper =
              upper
                  .add(upperOdd)
                  .add(ROUND)
                  .blend(upper.or(QUIET), upper.and(MAGNITUDE).compare(GREATER, INFINITY));
          lower
              .lanewise(VectorOperators.LSHR, Short.SIZE)
              .or(upper.and(UPPER))
              .intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of {@code float}s. */
  static final class Floats extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Floats() {
      super(Float.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          FloatVector lefts = FloatVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          FloatVector rights = FloatVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of {@code double}s. */
  static final class Doubles extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Doubles() {
      super(Double.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          DoubleVector lefts = DoubleVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          DoubleVector rights =
              DoubleVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }
}
