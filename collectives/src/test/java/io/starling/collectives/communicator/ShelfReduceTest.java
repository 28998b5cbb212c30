package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Reduces on shelves, beyond what the contract of all algorithms asks. */
@Timeout(120)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShelfReduceTest {

  private static final int MORTALS = 4;
  private static final List<TestFabric> FABRICS =
      List.of(
          TestFabric.LOCAL,
          TestFabric.ADVERSARIAL,
          TestFabric.SHARED,
          TestFabric.UCX_FOREIGN,
          TestFabric.MIXED);

  @TestFactory
  Stream<DynamicTest> gives_the_result_on_all_fabrics() {
    return FABRICS.stream()
        .flatMap(
            fabric ->
                IntStream.of(1, 2, 3, 5)
                    .mapToObj(
                        size ->
                            DynamicTest.dynamicTest(
                                size + " on " + fabric,
                                () -> {
                                  try (RankTeam team = RankTeam.open(fabric, size)) {
                                    team.run(ShelfReduceTest::contract);
                                  }
                                })));
  }

  @TestFactory
  Stream<DynamicTest> and_on_machines_of_several_nodes() {
    return Placed.MACHINES.stream()
        .flatMap(
            machine ->
                Stream.of(Mapping.values())
                    .map(
                        mapping -> {
                          Placed placed = Placed.on(machine, 9, mapping);
                          return DynamicTest.dynamicTest(placed.toString(), () -> onPlaced(placed));
                        }));
  }

  private static void onPlaced(Placed placed) {
    try (RankTeam team = RankTeam.placed(TestFabric.ADVERSARIAL, placed.size(), placed::layout)) {
      team.run(ShelfReduceTest::contract);
      team.run(world -> manyRuns(world, "", 20, 64));
    }
  }

  @TestFactory
  Stream<DynamicTest> and_in_virtual_time_under_noise() {
    return Stream.of(Protocol.Mover.values())
        .flatMap(
            mover ->
                IntStream.of(2, 3, 7, 13)
                    .mapToObj(
                        size ->
                            DynamicTest.dynamicTest(
                                size + " ranks, " + mover, () -> inVirtualTime(size, mover))));
  }

  private static void inVirtualTime(int size, Protocol.Mover mover) {
    var noise = new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, 1);
    var fabric = new SimulatedFabric(network(size, mover), noise, true);
    try (RankTeam team = RankTeam.simulated(fabric, "virtual time")) {
      team.run(ShelfReduceTest::contract);
      team.run(world -> manyRuns(world, "", 20, 64));
    }
  }

  private static HockneyNetwork network(int size, Protocol.Mover mover) {
    return new HockneyNetwork(
        size,
        VirtualTime.PER_MICROSECOND,
        100,
        new Protocol(256, mover),
        new ProcessorFigures(100_000, 200_000, 50, 100));
  }

  /** A shelf that folds the results of more than one node must have all of them. */
  @TestFactory
  Stream<DynamicTest> results_of_several_nodes_come_together() {
    return Stream.of(Protocol.Mover.values())
        .flatMap(
            mover ->
                Stream.of("chain", "flat", "binomial")
                    .map(
                        shape ->
                            DynamicTest.dynamicTest(
                                shape + ", " + mover,
                                () ->
                                    onNodes(
                                        mover,
                                        4,
                                        2,
                                        true,
                                        world -> manyRuns(world, ",cluster=" + shape, 10, 200)))));
  }

  /** What a group has done fills more than a short message, without contents too. */
  @Test
  void slots_are_used_again_on_a_node_of_many_ranks() {
    onNodes(
        Protocol.Mover.COPY,
        2,
        70,
        false,
        world -> {
          Communicator chosen = world.withAlgorithm("reduce=shelf,segment=8");
          long[] data = new long[700];
          chosen.reduce(Buffer.of(data), Buffer.of(data.clone()), ReductionOperator.SUM, 0);
        });
  }

  private static void onNodes(
      Protocol.Mover mover, int nodes, int each, boolean carriesData, SpmdProgram program) {
    int size = nodes * each;
    long[] identities = IntStream.range(0, size).mapToLong(rank -> rank / each).toArray();
    Worlds.simulated(
        new SimulatedFabric(network(size, mover), Noise.NONE, carriesData),
        rank -> Layout.ofNodes(rank, identities),
        program);
  }

  /** More segments than a lane has slots, in one message and in many open runs of many roots. */
  @TestFactory
  Stream<DynamicTest> slots_are_used_again_and_again() {
    return FABRICS.stream()
        .map(
            fabric ->
                DynamicTest.dynamicTest(
                    fabric.toString(),
                    () -> {
                      try (RankTeam team = RankTeam.open(fabric, 4)) {
                        team.run(world -> manyRuns(world, "", 30, 1500));
                      }
                    }));
  }

  /** The root has the result, or hears who has failed; and so does the next reduce of all. */
  @Test
  void a_rank_may_die_at_any_step() {
    for (int victim = 0; victim < MORTALS; victim++) {
      for (int steps = 0; steps < 400; steps += 1 + steps / 4) {
        dieAt(victim, steps);
      }
    }
  }

  private static void dieAt(int victim, int stepsToLive) {
    MortalRanks ranks = new MortalRanks(MORTALS, 1000L * victim + stepsToLive);
    Map<Integer, long[]> results = new TreeMap<>();
    Map<Integer, Request> open = new TreeMap<>();
    for (int rank = 0; rank < MORTALS; rank++) {
      results.put(rank, new long[600]);
      open.put(rank, reduce(ranks.world(rank), results.get(rank)));
    }
    for (int step = 0; step < stepsToLive; step++) {
      ranks.step();
    }
    ranks.kill(victim);
    open.remove(victim);
    runUntilAllHaveEnded(ranks, open);
    open.forEach(
        (rank, request) -> {
          try {
            request.await();
            if (rank == 1) {
              assertThat(results.get(1))
                  .isEqualTo(LongStream.range(0, 600).map(each -> MORTALS * each).toArray());
            }
          } catch (RankFailedException e) {
            assertThat(e.ranks()).containsExactly(victim);
          }
        });
    open.replaceAll((rank, _) -> reduce(ranks.world(rank), results.get(rank)));
    runUntilAllHaveEnded(ranks, open);
    open.values()
        .forEach(
            next ->
                assertThatThrownBy(next::await)
                    .isInstanceOf(RankFailedException.class)
                    .hasMessageContaining("rank " + victim));
  }

  private static Request reduce(Communicator world, long... result) {
    return world
        .withAlgorithm("reduce=shelf,segment=8")
        .iReduce(
            Buffer.of(LongStream.range(0, 600).toArray()),
            Buffer.of(result),
            ReductionOperator.SUM,
            1);
  }

  private static void runUntilAllHaveEnded(MortalRanks ranks, Map<Integer, Request> open) {
    List<CompletableFuture<Status>> ends =
        open.values().stream().map(each -> each.toCompletionStage().toCompletableFuture()).toList();
    for (int step = 0; !ends.stream().allMatch(CompletableFuture::isDone); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(500_000);
      ranks.step();
    }
  }

  private static void contract(Communicator world) {
    AlgorithmContract.variants()
        .filter(variant -> variant.specification().startsWith("reduce=shelf"))
        .forEach(
            variant -> {
              AlgorithmContract.check(world, variant);
              try (Communicator half = world.split(world.rank() % 2, -world.rank())) {
                AlgorithmContract.check(half, variant);
              }
            });
  }

  private static void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = world.withAlgorithm("reduce=shelf,segment=8" + parameters);
    List<Request> open = new ArrayList<>();
    List<long[]> results = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long[] numbers = new long[length];
      Arrays.setAll(numbers, index -> index);
      numbers[0] = run;
      results.add(new long[length]);
      open.add(
          chosen.iReduce(
              Buffer.of(numbers),
              Buffer.of(results.get(run)),
              ReductionOperator.SUM,
              run % world.size()));
      if (run % 3 == world.rank() % 3) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      if (run % world.size() == world.rank()) {
        long[] wanted = new long[length];
        Arrays.setAll(wanted, index -> (long) index * world.size());
        wanted[0] = (long) run * world.size();
        assertThat(results.get(run)).isEqualTo(wanted);
      }
    }
  }
}
