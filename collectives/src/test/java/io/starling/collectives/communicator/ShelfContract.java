package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.RankFailedException;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** What collectives on shelves must do on all fabrics, whichever they are. */
@Timeout(120)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
abstract class ShelfContract {

  private static final List<TestFabric> FABRICS =
      List.of(
          TestFabric.LOCAL,
          TestFabric.ADVERSARIAL,
          TestFabric.SHARED,
          TestFabric.UCX_FOREIGN,
          TestFabric.MIXED);

  private static final int MORTALS = 4;

  /** The root of a {@link #mortalRun}. */
  static final int ROOT = 1;

  private final String algorithm;

  /**
   * A run of one of {@link #MORTALS} ranks.
   *
   * @param request its request
   * @param check checks the result, if this rank has one
   */
  record MortalRun(Request request, Runnable check) {}

  /** A contract of an algorithm, such as {@code reduce=shelf}. */
  ShelfContract(String algorithm) {
    this.algorithm = algorithm;
  }

  /** Many open runs of many roots, with the content checked; the parameters begin with a comma. */
  abstract void manyRuns(Communicator world, String parameters, int runs, int length);

  /** Begins a run with root {@link #ROOT}, with a given rank of {@link #MORTALS}. */
  abstract MortalRun mortalRun(Communicator world);

  /** One run in short segments, without content. */
  abstract void oneRun(Communicator world, int length);

  /** The algorithm in segments of one number. */
  final Communicator inShortSegments(Communicator world, String parameters) {
    return world.withAlgorithm(algorithm + ",segment=8" + parameters);
  }

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
                                    team.run(this::contract);
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

  private void onPlaced(Placed placed) {
    try (RankTeam team = RankTeam.placed(TestFabric.ADVERSARIAL, placed.size(), placed::layout)) {
      team.run(this::contract);
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

  private void inVirtualTime(int size, Protocol.Mover mover) {
    var noise = new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, 1);
    var fabric = new SimulatedFabric(network(size, mover), noise, true);
    try (RankTeam team = RankTeam.simulated(fabric, "virtual time")) {
      team.run(this::contract);
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

  /** A shelf that serves more than one node must hear of all of them. */
  @TestFactory
  Stream<DynamicTest> slots_are_used_again_among_several_nodes() {
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
    oneRunOfManyRanks();
  }

  final void oneRunOfManyRanks() {
    onNodes(Protocol.Mover.COPY, 2, 70, false, world -> oneRun(world, 700));
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

  /** More segments than a shelf has slots, in one message and in many open runs of many roots. */
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

  /** Each of the others has its result, or hears who has failed; and so does its next run. */
  @Test
  void a_rank_may_die_at_any_step() {
    for (int victim = 0; victim < MORTALS; victim++) {
      for (int steps = 0; steps < 400; steps += 1 + steps / 4) {
        dieAt(victim, steps);
      }
    }
  }

  private void dieAt(int victim, int stepsToLive) {
    MortalRanks ranks = new MortalRanks(MORTALS, 1000L * victim + stepsToLive);
    Map<Integer, MortalRun> open = new TreeMap<>();
    for (int rank = 0; rank < MORTALS; rank++) {
      open.put(rank, mortalRun(ranks.world(rank)));
    }
    for (int step = 0; step < stepsToLive; step++) {
      ranks.step();
    }
    ranks.kill(victim);
    open.remove(victim);
    runUntilAllHaveEnded(ranks, open);
    open.values().forEach(run -> hasResultOrHearsOf(victim, run));
    open.replaceAll((rank, _) -> mortalRun(ranks.world(rank)));
    runUntilAllHaveEnded(ranks, open);
    open.forEach(
        (rank, next) -> {
          if (needs(rank, victim)) {
            assertThatThrownBy(next.request()::await)
                .isInstanceOf(RankFailedException.class)
                .hasMessageContaining("rank " + victim);
          } else {
            hasResultOrHearsOf(victim, next);
          }
        });
  }

  private static void hasResultOrHearsOf(int victim, MortalRun run) {
    try {
      run.request().await();
      run.check().run();
    } catch (RankFailedException e) {
      assertThat(e.ranks()).containsExactly(victim);
    }
  }

  /** Whether a rank can't end a run that another one does not begin; the root is {@link #ROOT}. */
  boolean needs(int rank, int other) {
    return true;
  }

  private static void runUntilAllHaveEnded(MortalRanks ranks, Map<Integer, MortalRun> open) {
    List<CompletableFuture<Status>> ends =
        open.values().stream()
            .map(run -> run.request().toCompletionStage().toCompletableFuture())
            .toList();
    for (int step = 0; !ends.stream().allMatch(CompletableFuture::isDone); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(500_000);
      ranks.step();
    }
  }

  private void contract(Communicator world) {
    AlgorithmContract.variants()
        .filter(variant -> variant.specification().startsWith(algorithm))
        .forEach(
            variant -> {
              AlgorithmContract.check(world, variant);
              try (Communicator half = world.split(world.rank() % 2, -world.rank())) {
                AlgorithmContract.check(half, variant);
              }
            });
  }
}
