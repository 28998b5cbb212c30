package io.starling.runtime.reduction;

import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of complex numbers, stored as real, imaginary, real, imaginary, ...: templates for
 * {@link HiddenCopy}, with a {@link VectorLoop} as data.
 *
 * <pre>
 *   left                         a         b
 *   right                        c         d
 *   real of left    x right      a c       a d
 *   imaginary of left x swapped  b d       b c
 *   signs                        -1        +1
 *   sum                          ac - bd   ad + bc
 * </pre>
 */
final class ComplexVectorFolds {

  private ComplexVectorFolds() {}

  /** Of pairs of {@code float}s. */
  static final class FloatProducts extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final VectorShuffle<Float> REAL = shuffle(SPECIES, 0, 0);
    private static final VectorShuffle<Float> IMAGINARY = shuffle(SPECIES, 1, 1);
    private static final VectorShuffle<Float> SWAPPED = shuffle(SPECIES, 1, 0);
    private static final FloatVector SIGNS =
        FloatVector.broadcast(SPECIES, 1).blend(-1, SPECIES.loadMask(evenLanes(SPECIES), 0));
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    FloatProducts() {
      super(2 * Float.BYTES);
    }

    @Override
    void fold(long left, long right, long into, long bytes) {
      long offset = 0;
      for (; offset <= bytes - VECTORS * WIDTH; offset += VECTORS * WIDTH) {
        for (int vector = 0; vector < VECTORS; vector++) {
          long here = offset + vector * WIDTH;
          FloatVector lefts = FloatVector.fromMemorySegment(SPECIES, MEMORY, left + here, ORDER);
          FloatVector rights = FloatVector.fromMemorySegment(SPECIES, MEMORY, right + here, ORDER);
          FloatVector crossed =
              lefts.rearrange(IMAGINARY).mul(rights.rearrange(SWAPPED)).mul(SIGNS);
          lefts
              .rearrange(REAL)
              .mul(rights)
              .add(crossed)
              .intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Of pairs of {@code double}s. */
  static final class DoubleProducts extends NativeFold {

    private static final VectorLoop LOOP =
        HiddenCopy.data(MethodHandles.lookup(), VectorLoop.class);
    private static final int VECTORS = LOOP.vectors();
    private static final NativeFold REST = LOOP.rest();
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final long WIDTH = SPECIES.vectorByteSize();
    private static final VectorShuffle<Double> REAL = shuffle(SPECIES, 0, 0);
    private static final VectorShuffle<Double> IMAGINARY = shuffle(SPECIES, 1, 1);
    private static final VectorShuffle<Double> SWAPPED = shuffle(SPECIES, 1, 0);
    private static final DoubleVector SIGNS =
        DoubleVector.broadcast(SPECIES, 1).blend(-1, SPECIES.loadMask(evenLanes(SPECIES), 0));
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    DoubleProducts() {
      super(2 * Double.BYTES);
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
          DoubleVector crossed =
              lefts.rearrange(IMAGINARY).mul(rights.rearrange(SWAPPED)).mul(SIGNS);
          lefts
              .rearrange(REAL)
              .mul(rights)
              .add(crossed)
              .intoMemorySegment(MEMORY, into + here, ORDER);
        }
      }
      if (offset < bytes) {
        REST.fold(left + offset, right + offset, into + offset, bytes - offset);
      }
    }
  }

  /** Takes lane {@code first} of each pair into its even lane, {@code second} into its odd one. */
  static <E> VectorShuffle<E> shuffle(VectorSpecies<E> species, int first, int second) {
    return species.shuffleFromOp(lane -> (lane & ~1) + ((lane & 1) == 0 ? first : second));
  }

  static boolean[] evenLanes(VectorSpecies<?> species) {
    boolean[] even = new boolean[species.length()];
    for (int lane = 0; lane < even.length; lane += 2) {
      even[lane] = true;
    }
    return even;
  }
}
