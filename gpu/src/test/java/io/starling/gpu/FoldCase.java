package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.FoldingOperator;
import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Operands of one size, the result that the runtime's fold gives, and room to run a kernel in. */
final class FoldCase {

  private static final int[] SIZES = {0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 255, 1000, 4099};
  private static final int MANY_BYTES = 140_003;
  private static final int HEADS_AND_TAILS = 300;
  private static final int VECTOR = 16;

  /** Poison on both sides of an operand; a multiple of a vector. */
  private static final long SLACK = 64;

  private final PredefinedFold fold;
  private final Kernels kernels;
  private final RandomGenerator random;
  private final long bytes;
  private final MemorySegment left;
  private final MemorySegment right;
  private final MemorySegment[] places = new MemorySegment[3];
  private final MemorySegment expected;
  private final MemorySegment poison;

  private FoldCase(
      PredefinedFold fold, Kernels kernels, int elements, RandomGenerator random, Arena arena) {
    this.fold = fold;
    this.kernels = kernels;
    this.random = random;
    bytes = elements * fold.type().extent();
    left = sample(arena);
    right = sample(arena);
    long room = SLACK + VECTOR + bytes + SLACK;
    for (int place = 0; place < places.length; place++) {
      places[place] = kernels.allocate(room, arena);
    }
    expected = arena.allocate(room, VECTOR);
    poison = arena.allocate(Math.ceilDiv(room + VECTOR, Long.BYTES) * Long.BYTES);
    FoldSamples.fill(poison, BasicDatatype.INT64, random);
  }

  /** Small and odd sizes, at equal offsets from a vector's boundary and at others. */
  static void checkEveryAlignment(PredefinedFold fold, Kernels kernels, RandomGenerator random) {
    for (int elements : SIZES) {
      try (Arena arena = Arena.ofConfined()) {
        FoldCase sample = new FoldCase(fold, kernels, elements, random, arena);
        for (int offset = 0; offset < VECTOR; offset++) {
          sample.check(offset, offset, offset);
          int[] apart = sample.apart(offset);
          sample.check(apart[0], apart[1], apart[2]);
        }
      }
    }
  }

  /** An offset, the last, and two that differ from it in one bit or by multiples of its value. */
  private int[] apart(int offset) {
    int bit = 1 << random.nextInt(4);
    if (random.nextBoolean()) {
      return new int[] {
        offset ^ (bit * random.nextInt(2)), offset ^ (bit * random.nextInt(2)), offset
      };
    }
    return new int[] {
      (offset + bit * random.nextInt(VECTOR)) % VECTOR,
      (offset + bit * random.nextInt(VECTOR)) % VECTOR,
      offset
    };
  }

  /** The same sizes and offsets, each into one of the three places alone. */
  static void checkEveryAlignmentOnce(
      PredefinedFold fold, Kernels kernels, RandomGenerator random) {
    for (int elements : SIZES) {
      try (Arena arena = Arena.ofConfined()) {
        FoldCase sample = new FoldCase(fold, kernels, elements, random, arena);
        for (int offset = 0; offset < VECTOR; offset++) {
          int[] apart = sample.apart(offset);
          int into = random.nextInt(apart.length);
          sample.check(offset, offset, offset, random.nextInt(apart.length));
          sample.check(apart[0], apart[1], apart[into], into);
        }
      }
    }
  }

  /** Few elements at equal offsets, often: most are before the first vector or after the last. */
  static void checkHeadsAndTails(PredefinedFold fold, Kernels kernels, RandomGenerator random) {
    int extent = (int) fold.type().extent();
    int most = Math.max(2 * VECTOR / extent, 2);
    try (Arena arena = Arena.ofConfined()) {
      for (int round = 0; round < HEADS_AND_TAILS; round++) {
        FoldCase sample = new FoldCase(fold, kernels, 1 + random.nextInt(most), random, arena);
        int offset = random.nextInt(VECTOR) * extent % VECTOR;
        sample.check(offset, offset, offset, random.nextInt(3));
      }
    }
  }

  /** More than a tile for each block. */
  static void checkManyTiles(PredefinedFold fold, Kernels kernels, RandomGenerator random) {
    int elements = (int) (MANY_BYTES / fold.type().extent());
    try (Arena arena = Arena.ofConfined()) {
      FoldCase sample = new FoldCase(fold, kernels, elements, random, arena);
      sample.check(0, 0, 0);
      sample.check(8, 8, 8);
      sample.check(8, 0, 0);
      sample.check(0, 8, 8);
      sample.check(4, 4, 12);
    }
  }

  /** Each of the values of a type of 16 bits, with zero, one, itself and others as partners. */
  static void checkEveryValueOf16Bits(
      PredefinedFold fold, Kernels kernels, RandomGenerator random) {
    try (Arena arena = Arena.ofConfined()) {
      FoldCase sample = new FoldCase(fold, kernels, 1 << Short.SIZE, random, arena);
      for (int value = 0; value < 1 << Short.SIZE; value++) {
        sample.left.setAtIndex(JAVA_SHORT, value, (short) value);
      }
      sample.checkKindsOfAccess();
      sample.right.fill((byte) 0);
      sample.checkKindsOfAccess();
      short one = fold.type() == BasicDatatype.FLOAT16 ? Float.floatToFloat16(1) : 0x3F80;
      for (int value = 0; value < 1 << Short.SIZE; value++) {
        sample.right.setAtIndex(JAVA_SHORT, value, one);
      }
      sample.checkKindsOfAccess();
      sample.right.copyFrom(sample.left);
      sample.checkKindsOfAccess();
      FoldSamples.fill(sample.right, fold.type(), random);
      sample.checkKindsOfAccess();
    }
  }

  /** In vectors, in elements, in bytes. */
  private void checkKindsOfAccess() {
    check(0, 0, 0, 2);
    check(2, 4, 6, 2);
    check(1, 2, 3, 2);
  }

  private MemorySegment sample(Arena arena) {
    MemorySegment sample = arena.allocate(bytes, VECTOR);
    FoldSamples.fill(sample, fold.type(), random);
    return sample;
  }

  private void check(int leftOffset, int rightOffset, int intoOffset) {
    check(leftOffset, rightOffset, intoOffset, 2);
    check(leftOffset, rightOffset, leftOffset, 0);
    check(leftOffset, rightOffset, rightOffset, 1);
  }

  /** Folds into one of the places: that of the left operand, of the right one, or a third. */
  private void check(int leftOffset, int rightOffset, int intoOffset, int into) {
    for (MemorySegment place : places) {
      place.copyFrom(poison.asSlice(random.nextInt(VECTOR), place.byteSize()));
    }
    MemorySegment leftHere = place(0, leftOffset).copyFrom(left);
    MemorySegment rightHere = place(1, rightOffset).copyFrom(right);
    MemorySegment intoHere = place(into, intoOffset);
    expected.copyFrom(places[into]);
    MemorySegment result = expected.asSlice(SLACK + intoOffset, bytes);
    FoldingOperator.of(fold.operator()).fold(fold.type()).fold(left, 0, right, 0, result, 0, bytes);

    kernels.run(fold, random.nextInt(1, 4), leftHere, rightHere, intoHere, bytes);

    FoldSamples.unifyNans(result, fold.type());
    FoldSamples.unifyNans(intoHere, fold.type());
    assertThat(places[into].mismatch(expected))
        .as(
            "first wrong byte of %s, where %d bytes are left at %d, right at %d, into %d at %d",
            FoldKernels.name(fold),
            bytes,
            SLACK + leftOffset,
            SLACK + rightOffset,
            into,
            SLACK + intoOffset)
        .isEqualTo(-1);
    assertThat(into == 0 ? -1 : leftHere.mismatch(left)).as("left operand written").isEqualTo(-1);
    assertThat(into == 1 ? -1 : rightHere.mismatch(right)).as("right one written").isEqualTo(-1);
  }

  private MemorySegment place(int place, int offset) {
    return places[place].asSlice(SLACK + offset, bytes);
  }
}
