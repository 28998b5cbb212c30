package io.starling.collectives;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.AlgorithmContract.Variant;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.reduction.ReductionOperator;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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
      ranks.run(world -> steps.stream().map(step -> step.start(world)).toList());
      steps.forEach(Step::verify);
    }
    for (Communicator world : ranks.worlds()) {
      assertThat(ranks.engine(world.rank()).activeOperations()).isZero();
      assertThat(ranks.engine(world.rank()).pending())
          .isEqualTo("rank %d waits for nothing", world.rank());
    }
  }

  private static Placed somewhere(int size, SplittableRandom chance) {
    String machine = Placed.MACHINES.get(chance.nextInt(Placed.MACHINES.size()));
    Mapping[] mappings = Mapping.values();
    return Placed.on(machine, size, mappings[chance.nextInt(mappings.length)]);
  }

  /** One collective on all ranks, in one form. */
  private record Step(
      Variant variant,
      List<Communicator> worlds,
      int root,
      int count,
      ReductionOperator operator,
      boolean persistent,
      List<MemorySegment> data,
      List<MemorySegment> results,
      List<PersistentRequest> requests) {

    static Step random(List<Communicator> worlds, SplittableRandom chance) {
      List<Variant> variants = AlgorithmContract.variants().toList();
      Variant variant = variants.get(chance.nextInt(variants.size()));
      int count = chance.nextInt(4) == 0 ? chance.nextInt(3) : chance.nextInt(400);
      List<Communicator> chosen =
          worlds.stream().map(world -> world.withAlgorithm(variant.specification())).toList();
      var data = Stream.generate(() -> memory(count, chance)).limit(worlds.size()).toList();
      var results = Stream.generate(() -> memory(count, chance)).limit(worlds.size()).toList();
      return new Step(
          variant,
          chosen,
          chance.nextInt(worlds.size()),
          count,
          variant.isInOrder() ? TestOperators.COMPOSE : TestOperators.SUM,
          chance.nextBoolean(),
          data,
          results,
          new ArrayList<>(java.util.Collections.nCopies(worlds.size(), null)));
    }

    private static MemorySegment memory(int count, SplittableRandom chance) {
      return chance.nextBoolean()
          ? MemorySegment.ofArray(new long[count])
          : java.lang.foreign.Arena.ofAuto().allocate((long) count * Long.BYTES, Long.BYTES);
    }

    void fill() {
      for (int rank = 0; rank < worlds.size(); rank++) {
        boolean source = variant.algorithm().kind() == CollectiveKind.REDUCE || rank == root;
        for (int i = 0; i < count; i++) {
          data.get(rank).setAtIndex(JAVA_LONG, i, source ? value(rank, i) : -1);
        }
        results.get(rank).fill((byte) -1);
      }
    }

    private static long value(int rank, int index) {
      return (rank + 2L) * 0x9E3779B97F4A7C15L + index;
    }

    Request start(Communicator world) {
      int rank = world.rank();
      Communicator chosen = worlds.get(rank);
      if (!persistent) {
        return switch (variant.algorithm().kind()) {
          case BARRIER -> chosen.iBarrier();
          case BROADCAST -> chosen.iBroadcast(buffer(data, rank), root);
          case REDUCE -> chosen.iReduce(buffer(data, rank), buffer(results, rank), operator, root);
        };
      }
      if (requests.get(rank) == null) {
        requests.set(
            rank,
            switch (variant.algorithm().kind()) {
              case BARRIER -> chosen.barrierInit();
              case BROADCAST -> chosen.broadcastInit(buffer(data, rank), root);
              case REDUCE ->
                  chosen.reduceInit(buffer(data, rank), buffer(results, rank), operator, root);
            });
      }
      return requests.get(rank).start();
    }

    private static Buffer buffer(List<MemorySegment> memory, int rank) {
      return Buffer.of(memory.get(rank), Datatype.INT64);
    }

    void verify() {
      switch (variant.algorithm().kind()) {
        case BARRIER -> {}
        case BROADCAST -> {
          for (int rank = 0; rank < worlds.size(); rank++) {
            verify(rank, data.get(rank), i -> value(root, i));
          }
        }
        case REDUCE -> verify(root, results.get(root), this::reduced);
      }
    }

    private void verify(
        int rank, MemorySegment memory, java.util.function.IntToLongFunction value) {
      for (int i = 0; i < count; i++) {
        assertThat(memory.getAtIndex(JAVA_LONG, i))
            .as("%s, root %d, element %d of %d on rank %d", variant, root, i, count, rank)
            .isEqualTo(value.applyAsLong(i));
      }
    }

    private long reduced(int index) {
      return IntStream.range(0, worlds.size())
          .mapToLong(rank -> value(rank, index))
          .reduce((left, right) -> TestOperators.apply(operator, left, right))
          .orElseThrow();
    }
  }
}
