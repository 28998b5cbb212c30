package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vectors of integers: templates for {@link HiddenCopy}, with a {@link Lanewise} as data. */
final class IntegerVectorSteps {

  private IntegerVectorSteps() {}

  /** An operation on two lanes, for the logical operators after any lane but 0 was made a 1. */
  record Lanewise(VectorOperators.Associative operation, boolean ofTruths) {}

  /** Several {@code byte}s. */
  static final class Bytes implements Step {

    private static final Lanewise DATA = HiddenCopy.data(MethodHandles.lookup(), Lanewise.class);
    private static final VectorOperators.Associative OPERATION = DATA.operation();
    private static final boolean OF_TRUTHS = DATA.ofTruths();
    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final ByteVector ZERO = ByteVector.zero(SPECIES);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      ByteVector lefts = ByteVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      ByteVector rights = ByteVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      if (OF_TRUTHS) {
        lefts = ZERO.blend((byte) 1, lefts.compare(VectorOperators.NE, (byte) 0));
        rights = ZERO.blend((byte) 1, rights.compare(VectorOperators.NE, (byte) 0));
      }
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }

  /** Several {@code short}s. */
  static final class Shorts implements Step {

    private static final Lanewise DATA = HiddenCopy.data(MethodHandles.lookup(), Lanewise.class);
    private static final VectorOperators.Associative OPERATION = DATA.operation();
    private static final boolean OF_TRUTHS = DATA.ofTruths();
    private static final VectorSpecies<Short> SPECIES = ShortVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final ShortVector ZERO = ShortVector.zero(SPECIES);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      ShortVector lefts = ShortVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      ShortVector rights = ShortVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      if (OF_TRUTHS) {
        lefts = ZERO.blend((short) 1, lefts.compare(VectorOperators.NE, (short) 0));
        rights = ZERO.blend((short) 1, rights.compare(VectorOperators.NE, (short) 0));
      }
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }

  /** Several {@code int}s. */
  static final class Ints implements Step {

    private static final Lanewise DATA = HiddenCopy.data(MethodHandles.lookup(), Lanewise.class);
    private static final VectorOperators.Associative OPERATION = DATA.operation();
    private static final boolean OF_TRUTHS = DATA.ofTruths();
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final IntVector ZERO = IntVector.zero(SPECIES);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      IntVector lefts = IntVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      IntVector rights = IntVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      if (OF_TRUTHS) {
        lefts = ZERO.blend(1, lefts.compare(VectorOperators.NE, 0));
        rights = ZERO.blend(1, rights.compare(VectorOperators.NE, 0));
      }
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }

  /** Several {@code long}s. */
  static final class Longs implements Step {

    private static final Lanewise DATA = HiddenCopy.data(MethodHandles.lookup(), Lanewise.class);
    private static final VectorOperators.Associative OPERATION = DATA.operation();
    private static final boolean OF_TRUTHS = DATA.ofTruths();
    private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final LongVector ZERO = LongVector.zero(SPECIES);

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long offset) {
      LongVector lefts = LongVector.fromMemorySegment(SPECIES, left, offset, ORDER);
      LongVector rights = LongVector.fromMemorySegment(SPECIES, right, offset, ORDER);
      if (OF_TRUTHS) {
        lefts = ZERO.blend(1, lefts.compare(VectorOperators.NE, 0));
        rights = ZERO.blend(1, rights.compare(VectorOperators.NE, 0));
      }
      lefts.lanewise(OPERATION, rights).intoMemorySegment(into, offset, ORDER);
    }
  }
}
