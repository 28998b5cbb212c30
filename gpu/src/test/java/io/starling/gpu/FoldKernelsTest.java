package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.runtime.reduction.PredefinedFold;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels, on the CPU, against the folds of the runtime. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FoldKernelsTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private final Arena arena = Arena.ofShared();
  private Optional<HostKernels> kernels;

  @BeforeAll
  void compile(@TempDir Path folder) throws IOException, InterruptedException {
    kernels = HostKernels.compile(folder, arena);
    System.out.println("FoldKernelsTest: -Dstarling.seed=" + SEED);
  }

  @AfterAll
  void unload() {
    arena.close();
  }

  static List<PredefinedFold> all_folds() {
    return FoldKernels.all();
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void a_kernel_gives_the_bits_of_the_fold_at_every_alignment(PredefinedFold fold) {
    assumeTrue(kernels.isPresent(), "there is no g++");
    FoldCase.checkEveryAlignment(fold, kernels.get(), new SplittableRandom(SEED));
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void many_tiles_are_shared_by_few_blocks_and_few_elements_by_one(PredefinedFold fold) {
    assumeTrue(kernels.isPresent(), "there is no g++");
    FoldCase.checkManyTiles(fold, kernels.get(), new SplittableRandom(SEED));
    FoldCase.checkHeadsAndTails(fold, kernels.get(), new SplittableRandom(SEED));
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
}
