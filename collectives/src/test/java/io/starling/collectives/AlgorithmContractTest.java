package io.starling.collectives;

import io.starling.collectives.AlgorithmContract.Variant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every registered algorithm must do, on every transport, with ranks that are threads. To be
 * registered is enough to be tested here.
 */
class AlgorithmContractTest {

  private static final int[] SIZES = {1, 2, 3, 5, 7, 8, 13};
  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  @TestFactory
  Stream<DynamicContainer> every_algorithm_gives_the_result() {
    return Stream.of(TestFabric.values())
        .flatMap(fabric -> IntStream.of(SIZES).mapToObj(size -> onOneTeam(fabric, size)));
  }

  /** All algorithms on the same ranks; after a failure on new ones. */
  private static DynamicContainer onOneTeam(TestFabric fabric, int size) {
    Teams teams = new Teams(fabric, size);
    Stream<DynamicTest> tests =
        AlgorithmContract.variants()
            .map(variant -> DynamicTest.dynamicTest(variant.toString(), () -> teams.run(variant)));
    return DynamicContainer.dynamicContainer(
        "%d ranks on %s (seed %d)".formatted(size, fabric, SEED), tests.onClose(teams::close));
  }

  private static final class Teams {
    private final TestFabric fabric;
    private final int size;
    private RankTeam team;

    Teams(TestFabric fabric, int size) {
      this.fabric = fabric;
      this.size = size;
    }

    void run(Variant variant) {
      if (team == null || team.isBroken()) {
        close();
        team = RankTeam.open(fabric, size, SEED);
      }
      team.run(
          world -> {
            try {
              AlgorithmContract.check(world, variant);
            } catch (AssertionError e) {
              throw new AssertionError(variant + ": " + e.getMessage(), e.getCause());
            }
          });
    }

    void close() {
      if (team != null) {
        team.close();
        team = null;
      }
    }
  }
}
