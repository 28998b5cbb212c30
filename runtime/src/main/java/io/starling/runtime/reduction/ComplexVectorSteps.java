package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of complex numbers, which lie as real, imaginary, real, imaginary, ...
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
final class ComplexVectorSteps {

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorShuffle<Float> FLOAT_REAL = shuffle(FLOATS, 0, 0);
  private static final VectorShuffle<Float> FLOAT_IMAGINARY = shuffle(FLOATS, 1, 1);
  private static final VectorShuffle<Float> FLOAT_SWAPPED = shuffle(FLOATS, 1, 0);
  private static final FloatVector FLOAT_SIGNS =
      FloatVector.broadcast(FLOATS, 1).blend(-1, FLOATS.loadMask(evenLanes(FLOATS), 0));

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorShuffle<Double> DOUBLE_REAL = shuffle(DOUBLES, 0, 0);
  private static final VectorShuffle<Double> DOUBLE_IMAGINARY = shuffle(DOUBLES, 1, 1);
  private static final VectorShuffle<Double> DOUBLE_SWAPPED = shuffle(DOUBLES, 1, 0);
  private static final DoubleVector DOUBLE_SIGNS =
      DoubleVector.broadcast(DOUBLES, 1).blend(-1, DOUBLES.loadMask(evenLanes(DOUBLES), 0));

  private ComplexVectorSteps() {}

  /** Several products of pairs of {@code float}s. */
  static final class FloatProducts implements Step {

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long at) {
      FloatVector leftParts = FloatVector.fromMemorySegment(FLOATS, left, at, ORDER);
      FloatVector rightParts = FloatVector.fromMemorySegment(FLOATS, right, at, ORDER);
      FloatVector crossed =
          leftParts.rearrange(FLOAT_IMAGINARY).mul(rightParts.rearrange(FLOAT_SWAPPED));
      leftParts
          .rearrange(FLOAT_REAL)
          .mul(rightParts)
          .add(crossed.mul(FLOAT_SIGNS))
          .intoMemorySegment(into, at, ORDER);
    }
  }

  /** Several products of pairs of {@code double}s. */
  static final class DoubleProducts implements Step {

    @Override
    public void apply(MemorySegment left, MemorySegment right, MemorySegment into, long at) {
      DoubleVector leftParts = DoubleVector.fromMemorySegment(DOUBLES, left, at, ORDER);
      DoubleVector rightParts = DoubleVector.fromMemorySegment(DOUBLES, right, at, ORDER);
      DoubleVector crossed =
          leftParts.rearrange(DOUBLE_IMAGINARY).mul(rightParts.rearrange(DOUBLE_SWAPPED));
      leftParts
          .rearrange(DOUBLE_REAL)
          .mul(rightParts)
          .add(crossed.mul(DOUBLE_SIGNS))
          .intoMemorySegment(into, at, ORDER);
    }
  }

  /** Takes lane {@code first} of each pair into its even lane, {@code second} into its odd one. */
  private static <E> VectorShuffle<E> shuffle(VectorSpecies<E> species, int first, int second) {
    return species.shuffleFromOp(lane -> (lane & ~1) + ((lane & 1) == 0 ? first : second));
  }

  private static boolean[] evenLanes(VectorSpecies<?> species) {
    boolean[] even = new boolean[species.length()];
    for (int lane = 0; lane < even.length; lane += 2) {
      even[lane] = true;
    }
    return even;
  }
}
