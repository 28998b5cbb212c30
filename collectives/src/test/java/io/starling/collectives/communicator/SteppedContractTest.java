package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.neighbour.Dimensions;
import io.starling.collectives.neighbour.Grid;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Many collectives under way at once, in an order of events that a seed decides: {@code
 * -Dstarling.seed=N} runs a failing seed again, event by event.
 */
class SteppedContractTest {

  private static final int SEEDS = Integer.getInteger("starling.seeds", 400);
  private static final long FIRST = System.nanoTime() & 0xFFFF_FFFFL;

  @TestFactory
  Stream<DynamicTest> collectives_that_are_under_way_together_do_not_disturb_each_other() {
    Long given = Long.getLong("starling.seed");
    LongStream seeds =
        given != null ? LongStream.of(given) : LongStream.range(FIRST, FIRST + SEEDS);
    return seeds.mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed)));
  }

  private static void run(long seed) {
    SplittableRandom chance = new SplittableRandom(seed);
    Placed placed = somewhere(1 + chance.nextInt(9), chance);
    SteppedRanks ranks =
        new SteppedRanks(placed.size(), seed, chance.nextInt(4) == 0, placed::layout);
    List<Step> steps = new ArrayList<>();
    for (int i = 1 + chance.nextInt(4); i > 0; i--) {
      steps.add(Step.random(ranks.worlds(), chance));
    }
    for (int round = 0; round < 3; round++) {
      steps.forEach(Step::fill);
      ranks.run(world -> steps.stream().map(step -> step.start(world.rank())).toList());
      steps.forEach(Step::verify);
    }
    for (Communicator world : ranks.worlds()) {
      assertThat(ranks.engine(world.rank()).activeOperations()).isZero();
      assertThat(ranks.engine(world.rank()).waits().pending())
          .isEqualTo("rank %d waits for nothing", world.rank());
    }
  }

  private static Placed somewhere(int size, SplittableRandom chance) {
    String machine = Placed.MACHINES.get(chance.nextInt(Placed.MACHINES.size()));
    Mapping[] mappings = Mapping.values();
    return Placed.on(machine, size, mappings[chance.nextInt(mappings.length)]);
  }

  /**
   * A virtual topology over the ranks of a communicator, made without the blocking calls that this
   * takes otherwise.
   *
   * @param grid or null for a graph
   * @param edges of the graph
   */
  private record Neighbourhood(Grid grid, List<int[]> edges) {

    static Neighbourhood random(int size, SplittableRandom chance) {
      if (chance.nextBoolean()) {
        boolean[] periodic = {chance.nextBoolean(), chance.nextBoolean()};
        return new Neighbourhood(
            new Grid(Dimensions.choose(size, new int[2]), periodic), List.of());
      }
      List<int[]> edges =
          Stream.generate(() -> new int[] {chance.nextInt(size), chance.nextInt(size)})
              .limit(chance.nextInt(3 * size))
              .toList();
      return new Neighbourhood(null, edges);
    }

    NeighbourCases cases(Communicator world, int count) {
      RankCommunicator rank = (RankCommunicator) world;
      return grid != null
          ? NeighbourCases.onGrid(new RankCartesian(rank.member(), rank.selection(), grid), count)
          : NeighbourCases.onGraph(
              new RankGraph(rank.member(), rank.selection(), adjacency(world.rank())),
              edges,
              count);
    }

    private Adjacency adjacency(int rank) {
      return Adjacency.unweighted(
          edges.stream().filter(edge -> edge[1] == rank).mapToInt(edge -> edge[0]).toArray(),
          edges.stream().filter(edge -> edge[0] == rank).mapToInt(edge -> edge[1]).toArray());
    }
  }

  /** One collective on all ranks, in one form. */
  private record Step(
      Variant variant,
      List<CollectiveCase> tests,
      boolean persistent,
      List<Buffer> data,
      List<Buffer> results,
      List<PersistentRequest> requests) {

    static Step random(List<Communicator> worlds, SplittableRandom chance) {
      List<Variant> variants = AlgorithmContract.variants().toList();
      Variant variant = variants.get(chance.nextInt(variants.size()));
      int count = chance.nextInt(4) == 0 ? chance.nextInt(3) : chance.nextInt(400);
      int root = chance.nextInt(worlds.size());
      int which = chance.nextInt(2);
      ReductionOperator operator = variant.isInOrder() ? TestOperators.COMPOSE : TestOperators.SUM;
      CollectiveKind kind = variant.algorithm().kind();
      Neighbourhood neighbourhood = Neighbourhood.random(worlds.size(), chance);
      List<CollectiveCase> tests =
          worlds.stream()
              .map(world -> world.withAlgorithm(variant.specification()))
              .map(
                  world ->
                      switch (kind) {
                        case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
                            neighbourhood.cases(world, count).of(kind);
                        default -> CollectiveCases.of(world, count, kind, root, operator);
                      })
              .map(cases -> cases.get(which % cases.size()))
              .toList();
      return new Step(
          variant,
          tests,
          chance.nextBoolean(),
          tests.stream().map(test -> memory(test.data(), chance)).toList(),
          tests.stream().map(test -> memory(test.expected(), chance)).toList(),
          new ArrayList<>(java.util.Collections.nCopies(worlds.size(), null)));
    }

    private static Buffer memory(long[] content, SplittableRandom chance) {
      if (content == null) {
        return Buffer.EMPTY;
      }
      MemorySegment memory =
          chance.nextBoolean()
              ? MemorySegment.ofArray(new long[content.length])
              : Arena.ofAuto().allocate((long) content.length * Long.BYTES, Long.BYTES);
      return Buffer.of(memory, Datatype.INT64);
    }

    void fill() {
      for (int rank = 0; rank < tests.size(); rank++) {
        long[] content = tests.get(rank).data();
        if (content != null) {
          MemorySegment.copy(
              content, 0, MemoryBuffer.of(data.get(rank)).segment(), JAVA_LONG, 0, content.length);
        }
        MemoryBuffer.of(results.get(rank)).segment().fill((byte) 0);
      }
    }

    Request start(int rank) {
      CollectiveCase test = tests.get(rank);
      if (!persistent) {
        return test.call().start(data.get(rank), results.get(rank));
      }
      if (requests.get(rank) == null) {
        requests.set(rank, test.call().init(data.get(rank), results.get(rank)));
      }
      return requests.get(rank).start();
    }

    void verify() {
      for (int rank = 0; rank < tests.size(); rank++) {
        long[] expected = tests.get(rank).expected();
        if (expected != null) {
          assertThat(MemoryBuffer.of(results.get(rank)).segment().toArray(JAVA_LONG))
              .as("%s: %s on rank %d", variant, tests.get(rank).name(), rank)
              .containsExactly(expected);
        }
      }
    }
  }
}
