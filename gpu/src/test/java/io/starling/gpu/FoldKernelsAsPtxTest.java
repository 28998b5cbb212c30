package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.gpu.ptx.OperandMemory;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels as the module ships them, run instruction by instruction. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FoldKernelsAsPtxTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private static final int VECTOR = 16;
  private static final int SLOW_ROUNDS = 2;
  private static final int TILE = 16384;

  private final PtxKernels kernels = new PtxKernels(FoldKernels.ptx());

  @BeforeAll
  static void tell_the_seed() {
    System.out.println("FoldKernelsAsPtxTest: -Dstarling.seed=" + SEED);
  }

  static List<PredefinedFold> all_folds() {
    return FoldKernels.all();
  }

  static Stream<PredefinedFold> folds_of_16_bit_floats() {
    return FoldKernels.all().stream()
        .filter(
            fold -> fold.type() == BasicDatatype.FLOAT16 || fold.type() == BasicDatatype.BFLOAT16);
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  @Tag("exhaustive")
  void a_kernel_gives_the_bits_of_the_fold_at_every_alignment_and_all_of_it_runs(
      PredefinedFold fold) {
    PtxKernels alone = new PtxKernels(FoldKernels.ptx(fold));
    FoldCase.checkEveryAlignmentOnce(fold, alone, new SplittableRandom(SEED));
    FoldCase.checkManyTiles(fold, alone, new SplittableRandom(SEED));
    FoldCase.checkHeadsAndTails(fold, alone, new SplittableRandom(SEED));

    assertThat(alone.instructionsThatNeverRan(fold)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  @Tag("exhaustive")
  void a_kernel_gives_them_into_every_place_and_of_many_more_values(PredefinedFold fold) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < SLOW_ROUNDS; round++) {
      FoldCase.checkEveryAlignment(fold, kernels, random);
      FoldCase.checkManyTiles(fold, kernels, random);
      FoldCase.checkHeadsAndTails(fold, kernels, random);
    }
  }

  @ParameterizedTest
  @MethodSource("folds_of_16_bit_floats")
  void every_value_of_16_bits_gives_the_bits_of_the_fold(PredefinedFold fold) {
    FoldCase.checkEveryValueOf16Bits(fold, kernels, new SplittableRandom(SEED));
  }

  static Stream<PredefinedFold> exclusive_ors() {
    return FoldKernels.all().stream().filter(fold -> fold.operator().name().equals("bxor"));
  }

  @ParameterizedTest
  @MethodSource("exclusive_ors")
  void blocks_do_their_parts_of_operands_longer_than_4_gib(PredefinedFold fold) {
    long bytes = (1L << 32) + (1L << 28) + 3 * fold.type().extent();
    int blocks = FoldKernels.blocks(bytes, 132);
    for (long rightOffset : new long[] {VECTOR / 2, VECTOR, 1}) {
      for (int block : new int[] {0, blocks - 1}) {
        HugeOperands operands = new HugeOperands(VECTOR / 2, rightOffset, bytes);

        kernels.launchBlock(fold, block, blocks, operands);

        assertThat(operands.stored()).isCloseTo(bytes / blocks, within(2L * TILE));
        assertThat(operands.highest()).isGreaterThan(1L << 32);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void all_but_the_ends_of_operands_is_loaded_once_and_16_bytes_at_a_time(PredefinedFold fold) {
    checkVectors(fold, 0, 0, 0);
    if (fold.type().extent() < VECTOR) {
      checkVectors(fold, 8, 8, 8);
    }
  }

  /** Folds between places so many bytes from a vector's boundary, and looks at the accesses. */
  private void checkVectors(PredefinedFold fold, int from, int head, int tail) {
    int bytes = 3 * TILE + 100 * VECTOR;
    int whole = head + bytes + tail;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment left = kernels.allocate(from + whole, arena).asSlice(from);
      MemorySegment right = kernels.allocate(from + whole, arena).asSlice(from);
      MemorySegment into = kernels.allocate(from + whole, arena).asSlice(from);

      OperandMemory memory = kernels.launch(fold, 2, left, right, into, whole);

      assertThat(memory.bytesLoaded()).isEqualTo(2L * whole);
      assertThat(memory.loads(VECTOR)).isEqualTo(2 * bytes / VECTOR);
      assertThat(memory.stores(PtxKernels.isPadded(fold) ? 8 : VECTOR)).isEqualTo(bytes / VECTOR);
    }
  }
}
