package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over floating numbers: templates for {@link HiddenCopy}, with a {@link VectorLoop} as
 * data.
 */
final class FloatingVectorFolds {

  private FloatingVectorFolds() {}

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
      MemorySegment leftRun = at(left, bytes);
      MemorySegment rightRun = at(right, bytes);
      MemorySegment intoRun = at(into, bytes);
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          FloatVector lefts = FloatVector.fromMemorySegment(SPECIES, leftRun, here, ORDER);
          FloatVector rights = FloatVector.fromMemorySegment(SPECIES, rightRun, here, ORDER);
          lefts.lanewise(OPERATION, rights).intoMemorySegment(intoRun, here, ORDER);
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
      MemorySegment leftRun = at(left, bytes);
      MemorySegment rightRun = at(right, bytes);
      MemorySegment intoRun = at(into, bytes);
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          DoubleVector lefts = DoubleVector.fromMemorySegment(SPECIES, leftRun, here, ORDER);
          DoubleVector rights = DoubleVector.fromMemorySegment(SPECIES, rightRun, here, ORDER);
          lefts.lanewise(OPERATION, rights).intoMemorySegment(intoRun, here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }
}
