package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vectors of floating numbers: templates for {@link HiddenCopy}, with the operation as data. */
final class FloatingVectorSteps {

  private FloatingVectorSteps() {}

  /** Several {@code float}s. */
  static final class Floats implements Step {

    private static final VectorOperators.Associative OPERATION =
        HiddenCopy.data(MethodHandles.lookup(), VectorOperators.Associative.class);
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      FloatVector lefts = FloatVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      FloatVector rights = FloatVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }

  /** Several {@code double}s. */
  static final class Doubles implements Step {

    private static final VectorOperators.Associative OPERATION =
        HiddenCopy.data(MethodHandles.lookup(), VectorOperators.Associative.class);
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      DoubleVector lefts = DoubleVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      DoubleVector rights = DoubleVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }
}
