package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.PredefinedFold;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels, on the CPU, against the folds of the runtime. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FoldKernelsTest {

  private static final int[] SIZES = {0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 255, 1000, 4099};
  private static final int VECTOR = 16;

  /** Poison on both sides of an operand; a multiple of a vector. */
  private static final long SLACK = 64;

  private static final Arena ARENA = Arena.ofShared();
  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private static Optional<HostKernels> kernels;

  @BeforeAll
  static void compile(@TempDir Path folder) throws IOException, InterruptedException {
    kernels = HostKernels.compile(folder, ARENA);
    System.out.println("FoldKernelsTest: -Dstarling.seed=" + SEED);
  }

  @AfterAll
  static void unload() {
    ARENA.close();
  }

  static List<PredefinedFold> all_folds() {
    return FoldKernels.all();
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void a_kernel_gives_the_bits_of_the_fold_at_every_alignment(PredefinedFold fold) {
    assumeTrue(kernels.isPresent(), "there is no g++");
    RandomGenerator random = new SplittableRandom(SEED);
    for (int elements : SIZES) {
      try (Arena arena = Arena.ofConfined()) {
        Case sample = new Case(fold, elements, random, arena);
        for (int offset = 0; offset < VECTOR; offset++) {
          sample.check(offset, offset, offset);
          sample.check(random.nextInt(VECTOR), random.nextInt(VECTOR), offset);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void many_tiles_are_shared_by_few_blocks(PredefinedFold fold) {
    assumeTrue(kernels.isPresent(), "there is no g++");
    RandomGenerator random = new SplittableRandom(SEED);
    try (Arena arena = Arena.ofConfined()) {
      Case sample = new Case(fold, (int) (140_003 / fold.type().extent()), random, arena);
      sample.check(0, 0, 0);
      sample.check(8, 8, 8);
      sample.check(4, 4, 12);
    }
  }

  @Test
  void a_kernel_that_is_not_there_is_not_found() {
    assumeTrue(kernels.isPresent(), "there is no g++");
    assertThat(kernels.get().has("sum_float32")).isTrue();
    assertThat(kernels.get().has("maxloc_float32")).isFalse();
  }

  @Test
  void a_kernel_is_named_after_operator_and_type() {
    assertThat(FoldKernels.all().stream().map(FoldKernels::name))
        .hasSize(78)
        .doesNotHaveDuplicates()
        .contains("sum_float32", "maxloc_float64_index", "bxor_uint8", "prod_complex128");
  }

  @Test
  void blocks_are_as_many_as_there_is_work_for_and_the_device_runs_well() {
    assertThat(FoldKernels.blocks(0, 132)).isEqualTo(1);
    assertThat(FoldKernels.blocks(16384, 132)).isEqualTo(1);
    assertThat(FoldKernels.blocks(16385, 132)).isEqualTo(2);
    assertThat(FoldKernels.blocks(1L << 40, 132)).isEqualTo(132 * 32);
  }

  /**
   * Operands of one size, the result that the runtime's fold gives, and room to run a kernel in.
   */
  private static final class Case {

    private final PredefinedFold fold;
    private final RandomGenerator random;
    private final long bytes;
    private final MemorySegment left;
    private final MemorySegment right;
    private final MemorySegment[] places = new MemorySegment[3];
    private final MemorySegment expected;
    private final MemorySegment poison;

    Case(PredefinedFold fold, int elements, RandomGenerator random, Arena arena) {
      this.fold = fold;
      this.random = random;
      bytes = elements * fold.type().extent();
      left = sample(arena);
      right = sample(arena);
      long room = SLACK + VECTOR + bytes + SLACK;
      for (int place = 0; place < places.length; place++) {
        places[place] = arena.allocate(room, VECTOR);
      }
      expected = arena.allocate(room, VECTOR);
      poison = arena.allocate(Math.ceilDiv(room + VECTOR, Long.BYTES) * Long.BYTES);
      FoldSamples.fill(poison, BasicDatatype.INT64, random);
    }

    private MemorySegment sample(Arena arena) {
      MemorySegment sample = arena.allocate(bytes, VECTOR);
      FoldSamples.fill(sample, fold.type(), random);
      return sample;
    }

    void check(int leftOffset, int rightOffset, int intoOffset) {
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
      fold.operator().fold(fold.type()).fold(left, 0, right, 0, result, 0, bytes);

      int blocks = random.nextInt(1, 4);
      kernels.get().run(FoldKernels.name(fold), blocks, leftHere, rightHere, intoHere, bytes);

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
    }

    private MemorySegment place(int place, int offset) {
      return places[place].asSlice(SLACK + offset, bytes);
    }
  }
}
