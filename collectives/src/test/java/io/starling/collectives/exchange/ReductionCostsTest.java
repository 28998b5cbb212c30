package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.PatternAlgorithm;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.TreeShapes;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of {@code docs/algorithms.md}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReductionCostsTest {

  private static final int RANKS = 16;
  private static final long BLOCK = 4096;
  private static final long BYTES = RANKS * BLOCK;

  /** One segment, so that a step is a round. */
  private static final Tuning WHOLE = new Tuning(BYTES, 8, 16, 4);

  /** All that a message needs of memory does not grow with its length. */
  private static final Set<String> NEED_MEMORY =
      Set.of(
          "reduce=halving-gather",
          "reduce-scatter=recursive-halving",
          "exclusive-scan=recursive-doubling");

  private static AllRanks ranks(
      CollectiveKind kind, String name, int size, long bytes, Tuning tuning) {
    return ranks(kind, name, size, bytes, tuning, rank -> Layout.flat(size).hierarchy(rank));
  }

  private static AllRanks ranks(
      CollectiveKind kind,
      String name,
      int size,
      long bytes,
      Tuning tuning,
      IntFunction<Hierarchy> hierarchies) {
    PatternAlgorithm algorithm = (PatternAlgorithm) AlgorithmRegistry.named(kind, name);
    return AllRanks.of(
        algorithm.pattern(),
        rank ->
            kind == CollectiveKind.REDUCE_SCATTER
                ? Problems.equalBlocks(size, bytes / size)
                : Problems.of(kind, rank, size, 0, bytes / Problems.ELEMENT),
        hierarchies,
        size,
        tuning);
  }

  /** {@code bytes} in sixteenths of the message. */
  @ParameterizedTest
  @CsvSource({
    "REDUCE, halving-gather, 8, 23, 272",
    "ALLREDUCE, recursive-doubling, 4, 64, 1024",
    "ALLREDUCE, linear, 1, 240, 3840",
    "ALLREDUCE, halving-doubling, 8, 30, 480",
    "ALLREDUCE, bcube, 4, 30, 480",
    "ALLREDUCE, ring, 30, 30, 480",
    "ALLREDUCE, tree, 8, 64, 480",
    "ALLREDUCE, double-tree, 8, 32, 480",
    "REDUCE_SCATTER, recursive-halving, 4, 15, 240",
    "REDUCE_SCATTER, pairwise, 1, 15, 240",
    "REDUCE_SCATTER, ring, 15, 15, 240",
    "SCAN, recursive-doubling, 4, 64, 784",
    "SCAN, linear, 15, 16, 240",
    "EXCLUSIVE_SCAN, recursive-doubling, 4, 64, 784",
    "EXCLUSIVE_SCAN, linear, 15, 16, 240",
  })
  void sixteen_ranks_take_so_many_steps_and_send_so_much(
      CollectiveKind kind, String name, int steps, long mostBlocks, long allBlocks) {
    AllRanks ranks = ranks(kind, name, RANKS, BYTES, WHOLE);
    assertThat(ranks.steps()).as("steps").isEqualTo(steps);
    assertThat(ranks.mostBytesSent()).as("the busiest rank").isEqualTo(mostBlocks * BLOCK);
    assertThat(ranks.allBytesSent()).as("all ranks").isEqualTo(allBlocks * BLOCK);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7, 12, 13})
  void every_rank_of_a_ring_sends_each_byte_nearly_twice(int size) {
    AllRanks ranks =
        ranks(CollectiveKind.ALLREDUCE, "ring", size, size * BLOCK, new Tuning(512, 4, 8, 2));
    for (int rank = 0; rank < size; rank++) {
      assertThat(ranks.bytesSent(rank)).isEqualTo(2L * (size - 1) * BLOCK);
    }
  }

  @Test
  void a_segment_goes_down_a_tree_while_others_are_on_their_way_up() {
    int segments = 64;
    Tuning chain =
        new Tuning(BYTES / segments, 1, 2, 2, TreeShapes::chain, level -> TreeShapes::chain);
    int steps = ranks(CollectiveKind.ALLREDUCE, "tree", 4, BYTES, chain).steps();
    assertThat(steps).isEqualTo(2 * 3 + segments - 1);
  }

  @Test
  void leaders_exchange_segments_while_others_are_on_their_way_to_them() {
    int segments = 64;
    int size = 24;
    Placed placed = Placed.on("node:3 package:2 core:4 pu:1", size, Placed.Mapping.BY_NODE);
    Tuning chain =
        new Tuning(BYTES / segments, 1, 2, 2, TreeShapes::chain, level -> TreeShapes::chain);
    IntFunction<Hierarchy> hierarchies = rank -> placed.layout(rank).hierarchy(rank);
    AllRanks ranks = ranks(CollectiveKind.ALLREDUCE, "two-level", size, BYTES, chain, hierarchies);
    int phases = 3 * segments;
    assertThat(ranks.steps()).isLessThan(phases);
    long betweenNodes = 0;
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (from % 3 != to % 3) {
          betweenNodes += ranks.sent(from, to).stream().mapToLong(Long::longValue).sum();
        }
      }
    }
    assertThat(betweenNodes).as("three leaders, one of them paired").isEqualTo(4 * BYTES);
  }

  @Test
  void scratch_does_not_grow_with_the_message() {
    Tuning tuning = new Tuning(16 << 10, 4, 8, 4);
    AlgorithmRegistry.all().stream()
        .filter(algorithm -> algorithm.kind().folds() && algorithm instanceof PatternAlgorithm)
        .forEach(
            algorithm -> {
              String name = algorithm.kind().label() + "=" + algorithm.name();
              long shorter = scratch(algorithm.kind(), algorithm.name(), 4 << 20, tuning);
              long longer = scratch(algorithm.kind(), algorithm.name(), 16 << 20, tuning);
              if (NEED_MEMORY.contains(name)) {
                assertThat(longer).as(name).isGreaterThan(shorter).isLessThan(20 << 20);
              } else {
                assertThat(longer).as(name).isEqualTo(shorter).isLessThanOrEqualTo(1 << 20);
              }
            });
  }

  private static long scratch(CollectiveKind kind, String name, long bytes, Tuning tuning) {
    return ranks(kind, name, 8, bytes, tuning).mostScratchBytes();
  }
}
