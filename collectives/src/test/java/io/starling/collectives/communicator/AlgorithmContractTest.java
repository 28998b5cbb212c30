package io.starling.collectives.communicator;

import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.tree.Placed;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What every registered algorithm must do, on every transport, with ranks that are threads. To be
 * registered is enough to be tested here.
 */
class AlgorithmContractTest {

  private static final int[] SIZES = {1, 2, 3, 5};
  private static final int[] MORE_SIZES = {7, 8, 13};
  private static final Threading PROGRESS = new Threading(ThreadLevel.FUNNELED, true);
  private static final Threading MULTIPLE = new Threading(ThreadLevel.MULTIPLE, false);
  private static final long EAGER_BYTES = 256;
  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  @TestFactory
  Stream<DynamicContainer> every_algorithm_gives_the_result() {
    return teams(SIZES, Threading.FUNNELED);
  }

  @TestFactory
  @Tag("exhaustive")
  Stream<DynamicContainer> and_so_it_does_for_more_ranks() {
    return teams(MORE_SIZES, Threading.FUNNELED);
  }

  /** Also the layout says where they are. */
  @TestFactory
  @Tag("slow")
  Stream<DynamicContainer> and_so_it_does_for_two_to_four_ranks_on_each_of_three_hosts() {
    return Stream.of(TestFabric.MIXED, TestFabric.ROUTED)
        .flatMap(
            fabric ->
                IntStream.rangeClosed(2, 4)
                    .mapToObj(
                        perHost -> {
                          String hosts = "node:3 package:1 core:%d pu:1".formatted(perHost);
                          Placed placed = Placed.on(hosts, 3 * perHost, Placed.Mapping.BY_SLOT);
                          return onOneTeam(
                              "%s, by %s".formatted(placed, fabric),
                              _ -> RankTeam.placed(fabric, placed.size(), SEED, placed::layout));
                        }));
  }

  @TestFactory
  Stream<DynamicContainer> and_so_it_does_with_a_thread_for_progress() {
    return teams(new int[] {2}, PROGRESS);
  }

  @TestFactory
  @Tag("exhaustive")
  Stream<DynamicContainer> and_so_do_more_ranks_with_one() {
    return teams(new int[] {5}, PROGRESS);
  }

  @TestFactory
  Stream<DynamicContainer> and_where_all_threads_may_call() {
    return teams(new int[] {2}, MULTIPLE);
  }

  @TestFactory
  @Tag("exhaustive")
  Stream<DynamicContainer> and_where_all_threads_of_more_ranks_may() {
    return teams(new int[] {5}, MULTIPLE);
  }

  @TestFactory
  Stream<DynamicContainer> and_in_virtual_time() {
    Protocol.Mover[] movers = Protocol.Mover.values();
    int first = Math.floorMod(SEED, movers.length);
    int[] sizes = IntStream.concat(IntStream.of(SIZES), IntStream.of(MORE_SIZES)).toArray();
    return IntStream.range(0, sizes.length)
        .mapToObj(
            index -> {
              int size = sizes[index];
              Protocol.Mover mover = movers[(first + index) % movers.length];
              return onOneTeam(
                  "%d simulated ranks, %s".formatted(size, mover),
                  name -> RankTeam.simulated(simulated(size, mover), name));
            });
  }

  /** Hardware on which every path of a message is taken, and much noise. */
  private static SimulatedFabric simulated(int size, Protocol.Mover mover) {
    SimulatedNetwork network =
        new HockneyNetwork(
            size,
            VirtualTime.PER_MICROSECOND,
            100,
            new Protocol(EAGER_BYTES, mover),
            new ProcessorFigures(100_000, 200_000, 50, 100));
    Noise noise = new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, SEED);
    return new SimulatedFabric(network, noise, true);
  }

  private static Stream<DynamicContainer> teams(int[] sizes, Threading threading) {
    return Stream.of(TestFabric.values())
        .flatMap(
            fabric ->
                IntStream.of(sizes)
                    .mapToObj(
                        size ->
                            onOneTeam(
                                "%d ranks on %s".formatted(size, fabric),
                                _ -> RankTeam.threaded(fabric, size, SEED, threading))));
  }

  /** All algorithms on the same ranks; after a failure on new ones. */
  private static DynamicContainer onOneTeam(String what, Function<String, RankTeam> opening) {
    String name = "%s (seed %d)".formatted(what, SEED);
    Teams teams = new Teams(() -> opening.apply(name));
    Stream<DynamicTest> tests =
        AlgorithmContract.variants()
            .map(variant -> DynamicTest.dynamicTest(variant.toString(), () -> teams.run(variant)));
    return DynamicContainer.dynamicContainer(name, tests.onClose(teams::close));
  }

  private static final class Teams {
    private final Supplier<RankTeam> opening;
    private RankTeam team;

    Teams(Supplier<RankTeam> opening) {
      this.opening = opening;
    }

    void run(Variant variant) {
      if (team == null || team.isBroken()) {
        close();
        team = opening.get();
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
