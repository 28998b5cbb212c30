package io.starling.runtime.reduction;

import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Loops over integers: templates for {@link HiddenCopy}, with a {@link VectorLoop} as data. */
final class IntegerVectorFolds {

  private IntegerVectorFolds() {}

  /** Of {@code byte}s. */
  static final class Bytes extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final boolean OF_TRUTHS = LOOP.ofTruths();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final ByteVector ZERO = ByteVector.zero(SPECIES);
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Bytes() {
      super(Byte.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          ByteVector lefts = ByteVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          ByteVector rights = ByteVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          if (OF_TRUTHS) {
            lefts = ZERO.blend((byte) 1, lefts.compare(VectorOperators.NE, (byte) 0));
            rights = ZERO.blend((byte) 1, rights.compare(VectorOperators.NE, (byte) 0));
          }
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of {@code short}s. */
  static final class Shorts extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final boolean OF_TRUTHS = LOOP.ofTruths();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Short> SPECIES = ShortVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final ShortVector ZERO = ShortVector.zero(SPECIES);
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Shorts() {
      super(Short.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          ShortVector lefts = ShortVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          ShortVector rights = ShortVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          if (OF_TRUTHS) {
            lefts = ZERO.blend((short) 1, lefts.compare(VectorOperators.NE, (short) 0));
            rights = ZERO.blend((short) 1, rights.compare(VectorOperators.NE, (short) 0));
          }
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of {@code int}s. */
  static final class Ints extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final boolean OF_TRUTHS = LOOP.ofTruths();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final IntVector ZERO = IntVector.zero(SPECIES);
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Ints() {
      super(Integer.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          IntVector lefts = IntVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          IntVector rights = IntVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          if (OF_TRUTHS) {
            lefts = ZERO.blend(1, lefts.compare(VectorOperators.NE, 0));
            rights = ZERO.blend(1, rights.compare(VectorOperators.NE, 0));
          }
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of {@code long}s. */
  static final class Longs extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final VectorOperators.Associative OPERATION = LOOP.operation();
    private static final boolean OF_TRUTHS = LOOP.ofTruths();
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final LongVector ZERO = LongVector.zero(SPECIES);
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    Longs() {
      super(Long.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          LongVector lefts = LongVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          LongVector rights = LongVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          if (OF_TRUTHS) {
            lefts = ZERO.blend(1, lefts.compare(VectorOperators.NE, 0));
            rights = ZERO.blend(1, rights.compare(VectorOperators.NE, 0));
          }
          lefts.lanewise(OPERATION, rights).intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }
}
