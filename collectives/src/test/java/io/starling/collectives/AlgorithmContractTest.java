package io.starling.collectives;

import io.starling.collectives.AlgorithmContract.Variant;
import io.starling.runtime.progress.ThreadLevel;
import io.starling.runtime.progress.Threading;
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
  private static final int[] FEW_SIZES = {2, 5};
  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  @TestFactory
  Stream<DynamicContainer> every_algorithm_gives_the_result() {
    return teams(SIZES, Threading.FUNNELED);
  }

  @TestFactory
  Stream<DynamicContainer> and_so_it_does_with_a_thread_for_progress() {
    return teams(FEW_SIZES, new Threading(ThreadLevel.FUNNELED, true));
  }

  @TestFactory
  Stream<DynamicContainer> and_where_all_threads_may_call() {
    return teams(FEW_SIZES, new Threading(ThreadLevel.MULTIPLE, false));
  }

  private static Stream<DynamicContainer> teams(int[] sizes, Threading threading) {
    return Stream.of(TestFabric.values())
        .flatMap(
            fabric -> IntStream.of(sizes).mapToObj(size -> onOneTeam(fabric, size, threading)));
  }

  /** All algorithms on the same ranks; after a failure on new ones. */
  private static DynamicContainer onOneTeam(TestFabric fabric, int size, Threading threading) {
    Teams teams = new Teams(fabric, size, threading);
    Stream<DynamicTest> tests =
        AlgorithmContract.variants()
            .map(variant -> DynamicTest.dynamicTest(variant.toString(), () -> teams.run(variant)));
    return DynamicContainer.dynamicContainer(
        "%d ranks on %s (seed %d)".formatted(size, fabric, SEED), tests.onClose(teams::close));
  }

  private static final class Teams {
    private final TestFabric fabric;
    private final int size;
    private final Threading threading;
    private RankTeam team;

    Teams(TestFabric fabric, int size, Threading threading) {
      this.fabric = fabric;
      this.size = size;
      this.threading = threading;
    }

    void run(Variant variant) {
      if (team == null || team.isBroken()) {
        close();
        team = RankTeam.threaded(fabric, size, SEED, threading);
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
