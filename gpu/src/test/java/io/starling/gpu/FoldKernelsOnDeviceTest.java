package io.starling.gpu;

import io.starling.runtime.reduction.PredefinedFold;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels, as the device's driver compiles them, against the folds of the runtime. */
@RequiresGpu
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FoldKernelsOnDeviceTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private DeviceKernels kernels;

  @BeforeAll
  void start() {
    kernels = new DeviceKernels();
    System.out.println("FoldKernelsOnDeviceTest: -Dstarling.seed=" + SEED);
  }

  @AfterAll
  void stop() {
    kernels.close();
  }

  static List<PredefinedFold> all_folds() {
    return FoldKernels.all();
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void a_kernel_gives_the_bits_of_the_fold_at_every_alignment(PredefinedFold fold) {
    FoldCase.checkEveryAlignment(fold, kernels, new SplittableRandom(SEED));
  }

  @ParameterizedTest
  @MethodSource("all_folds")
  void many_tiles_are_shared_by_few_blocks_and_few_elements_by_one(PredefinedFold fold) {
    FoldCase.checkManyTiles(fold, kernels, new SplittableRandom(SEED));
    FoldCase.checkHeadsAndTails(fold, kernels, new SplittableRandom(SEED));
  }
}
