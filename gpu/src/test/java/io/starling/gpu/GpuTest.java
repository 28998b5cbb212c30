package io.starling.gpu;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** All scenarios on a real device. */
@RequiresGpu
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuTest {

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
