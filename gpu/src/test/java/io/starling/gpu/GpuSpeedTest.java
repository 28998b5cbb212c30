package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.datatype.BasicDatatype;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How fast a real device must be used; what was measured is printed, for docs/gpu.md. */
@RequiresGpu
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuSpeedTest {

  private static final long MIB = 1 << 20;
  private static final double ENOUGH = 0.85;

  /** Keeps the driver's context from being made anew for each {@link GpuSpeed}. */
  private Gpu held;

  @BeforeAll
  void open() {
    held = Gpu.open();
  }

  @AfterAll
  void close() {
    held.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "FLOAT16", "BFLOAT16", "INT32"})
  void folds_move_memory_nearly_as_fast_as_copies(BasicDatatype type) {
    for (long mebibytes : new long[] {16, 64, 256}) {
      try (GpuSpeed speed = new GpuSpeed(mebibytes * MIB)) {
        double copy = speed.copyWithin();
        double fold = speed.fold(type);
        System.out.printf(
            "%s, sum of %s, %d MiB: %.0f GB/s, a copy %.0f, ratio %.2f%n",
            speed.name(), type, mebibytes, fold, copy, fold / copy);
        assertThat(fold / copy).as("%s, %d MiB", type, mebibytes).isGreaterThan(ENOUGH);
      }
    }
  }

  /**
   * From which length on is for the docs, too: each segment costs some calls, whatever it holds.
   */
  @Test
  void segments_of_some_length_cross_nearly_as_fast_as_a_whole_message() {
    try (GpuSpeed speed = new GpuSpeed(64 * MIB)) {
      double whole = speed.copyInAndOut();
      double best = 0;
      for (long segment = MIB / 8; segment <= 4 * MIB; segment *= 2) {
        double segments = speed.copyInAndOut(segment);
        System.out.printf(
            "%s, 64 MiB in and out in segments of %d KiB: %.1f GB/s, whole %.1f, ratio %.2f%n",
            speed.name(), segment >> 10, segments, whole, segments / whole);
        best = Math.max(best, segments);
      }
      assertThat(best / whole).isGreaterThan(ENOUGH);
    }
  }
}
