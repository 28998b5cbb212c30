package io.starling.gpu;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** All scenarios on a real device. */
@RequiresGpu
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuTest {

  /** Keeps the driver's context: to make one takes some 0.3 s, and the tests open many a device. */
  private Gpu held;

  @BeforeAll
  void open() {
    held = Gpu.open();
  }

  @AfterAll
  void close() {
    held.close();
  }

  @TestFactory
  Stream<DynamicTest> on_a_device() {
    return GpuStandinTest.scenarios()
        .map(name -> dynamicTest(name, () -> GpuProgram.main(new String[] {name})));
  }

  @Test
  void work_takes_effect_in_the_order_of_its_posts() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("GpuTest: -Dstarling.seed=" + seed);
    WorkScenarios.work_takes_effect_in_the_order_of_its_posts(seed, 200);
  }
}
