package io.starling.collectives.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.collectives.exchange.Problem;
import io.starling.topology.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** That the rules are valid is checked as for any table, when this one is loaded. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShippedTableTest {

  private static Stream<CollectiveKind> kinds() {
    return AlgorithmRegistry.all().stream().map(Algorithm::kind).distinct();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void it_decides_about_every_collective_that_has_algorithms(CollectiveKind kind) {
    assertThat(DecisionTable.shipped().decides(kind))
        .as("rules for %s in shipped-table.json", kind.label())
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void what_it_chooses_can_do_what_is_asked_for(CollectiveKind kind) {
    for (int ranks : new int[] {1, 2, 3, 4, 7, 8, 64, 1000}) {
      for (int nodes = 1; nodes <= ranks; nodes *= 4) {
        Decisions decisions =
            Selection.DEFAULT.on(new Place(ranks, nodes, (ranks + nodes - 1) / nodes));
        for (long bytes = 0; bytes < 1L << 40; bytes = bytes * 4 + 1) {
          assertIsRegistered(kind, decisions.choose(kind, bytes, true, true));
          assertKeepsOrder(kind, decisions.choose(kind, bytes, false, true));
          Choice unequal = decisions.choose(kind, Problem.UNKNOWN, true, false);
          assertIsRegistered(kind, unequal);
          assertThat(unequal.algorithm().takesUnequalBlocks()).isTrue();
        }
      }
    }
  }

  /** It does this collective, and not another one's under the same name. */
  private static void assertIsRegistered(CollectiveKind kind, Choice choice) {
    assertThat(choice.algorithm().kind()).isEqualTo(kind);
    assertThat(AlgorithmRegistry.all())
        .filteredOn(algorithm -> algorithm.kind() == kind)
        .extracting(Algorithm::name)
        .contains(choice.algorithm().name());
  }

  private static void assertKeepsOrder(CollectiveKind kind, Choice choice) {
    assertIsRegistered(kind, choice);
    if (kind.folds()) {
      assertThat(choice.algorithm().keepsOrder(choice.parameters())).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 2, 1, 8, chain, 1048576",
    "BROADCAST, 2, 1, 131071, chain, 1048576",
    "BROADCAST, 2, 1, 131072, slices, 131072",
    "BROADCAST, 2, 2, 8, chain, 1048576",
    "BROADCAST, 2, 2, 131072, chain, 1048576",
    "BROADCAST, 8, 1, 8, flat, 1048576",
    "BROADCAST, 3, 1, 8388607, flat, 1048576",
    "BROADCAST, 3, 1, 8388608, slices, 131072",
    "BROADCAST, 4, 1, 4194303, flat, 1048576",
    "BROADCAST, 4, 1, 4194304, slices, 131072",
    "BROADCAST, 5, 1, 16777215, flat, 1048576",
    "BROADCAST, 5, 1, 16777216, slices, 131072",
    "BROADCAST, 8, 1, 16777216, slices, 131072",
    "BROADCAST, 9, 1, 16777216, chain, 131072",
    "BROADCAST, 9, 1, 131071, binomial, 131072",
    "BROADCAST, 9, 1, 131072, chain, 131072",
    "BROADCAST, 4, 2, 32767, topology, 1048576",
    "BROADCAST, 4, 2, 131071, topology, 131072",
    "BROADCAST, 4, 2, 131072, topology, 1048576",
    "BROADCAST, 16, 8, 131072, topology, 1048576",
    "BROADCAST, 24, 8, 131072, topology, 131072",
    "BROADCAST, 9, 9, 131072, topology, 131072",
    "REDUCE, 2, 1, 16383, chain, 1048576",
    "REDUCE, 2, 1, 16384, slices, 131072",
    "REDUCE, 2, 2, 1048576, chain, 1048576",
    "REDUCE, 2, 2, 1048577, chain, 131072",
    "REDUCE, 8, 1, 65535, flat, 131072",
    "REDUCE, 8, 1, 65536, slices, 131072",
    "REDUCE, 9, 1, 65535, binomial, 131072",
    "REDUCE, 9, 1, 65536, slices, 131072",
    "ALLREDUCE, 4, 1, 8192, slices, 131072",
    "ALLREDUCE, 5, 1, 32768, slices, 131072",
    "REDUCE, 4, 2, 32767, topology, 1048576",
    "REDUCE, 4, 2, 32768, topology, 131072",
    "REDUCE, 4, 2, 131072, topology, 1048576",
    "REDUCE, 9, 9, 131072, topology, 131072",
    "ALLREDUCE, 4, 4, 65536, halving-doubling, 1048576",
    "ALLREDUCE, 4, 4, 8, recursive-doubling, 131072",
    "ALLREDUCE, 4, 4, 1048576, halving-doubling, 1048576",
    "ALLREDUCE, 3, 3, 1048576, ring, 131072",
    "ALLREDUCE, 8, 4, 32767, tree, 131072",
    "ALLREDUCE, 8, 4, 32768, two-level, 1048576",
    "ALLREDUCE, 8, 4, 4194304, two-level, 1048576",
    "ALLREDUCE, 16, 8, 8, recursive-doubling, 131072",
    "ALLREDUCE, 4, 4, 4194304, ring, 1048576",
    "ALLREDUCE, 64, 2, 2047, recursive-doubling, 131072",
    "ALLREDUCE, 64, 2, 2048, halving-doubling, 131072",
    "ALLREDUCE, 64, 2, 524351, halving-doubling, 131072",
    "ALLREDUCE, 64, 2, 524352, ring, 131072",
    "ALLREDUCE, 1024, 32, 8388607, halving-doubling, 131072",
    "ALLREDUCE, 16, 2, 65536, ring, 131072",
    "ALLGATHER, 64, 2, 8255, recursive-doubling, 131072",
    "ALLGATHER, 64, 2, 8256, two-level, 1048576",
    "ALLGATHER, 64, 2, 65600, neighbour-exchange, 1048576",
    "ALLGATHER, 64, 64, 32768, recursive-doubling, 131072",
    "ALLGATHER, 64, 64, 65536, neighbour-exchange, 1048576",
    "ALLGATHER, 32, 8, 49152, recursive-doubling, 131072",
    "ALLGATHER, 64, 2, 1048576, ring, 1048576",
    "REDUCE_SCATTER, 1024, 32, 8388607, recursive-halving, 131072",
    "REDUCE_SCATTER, 1024, 32, 8388608, ring, 131072",
    "ALLTOALL, 1024, 32, 263167, bruck, 131072",
    "ALLTOALL, 1024, 32, 263168, linear, 1048576",
    "GATHER, 1024, 32, 8388607, binomial, 131072",
    "GATHER, 1024, 32, 8388608, linear, 1048576",
    "SCATTER, 1024, 32, 8388607, binomial, 131072",
    "SCATTER, 16, 2, 65536, linear, 1048576"
  })
  void algorithms_are_chosen_by_what_was_measured_or_simulated(
      CollectiveKind kind, int ranks, int nodes, long bytes, String name, long segment) {
    Place place = new Place(ranks, nodes, ranks / nodes);
    Choice choice = Selection.DEFAULT.on(place).choose(kind, bytes, true, true);
    assertThat(choice.algorithm().name()).isEqualTo(name);
    assertThat(choice.parameters().segmentBytes()).isEqualTo(segment);
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 4, 4, 32767, FLAT",
    "BROADCAST, 8, 4, 8, FLAT",
    "BROADCAST, 4, 4, 32768, BINOMIAL",
    "BROADCAST, 8, 4, 16777215, BINOMIAL",
    "BROADCAST, 8, 4, 16777216, CHAIN",
    "BROADCAST, 8, 8, 8, BINOMIAL",
    "BROADCAST, 12, 4, 8, BINOMIAL",
    "REDUCE, 8, 4, 32767, FLAT",
    "REDUCE, 8, 4, 32768, BINOMIAL",
    "ALLREDUCE, 8, 4, 8, FLAT"
  })
  void short_messages_take_one_hop_between_few_nodes(
      CollectiveKind kind, int ranks, int nodes, long bytes, TreeKind betweenNodes) {
    Place place = new Place(ranks, nodes, ranks / nodes);
    Choice choice = Selection.DEFAULT.on(place).choose(kind, bytes, true, true);
    assertThat(choice.parameters().treeOf(Level.CLUSTER)).isEqualTo(betweenNodes);
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 9, 131072, CHAIN",
    "BROADCAST, 10, 131071, BINOMIAL",
    "BROADCAST, 10, 131072, BINARY",
    "BROADCAST, 19, 262144, BINARY",
    "BROADCAST, 19, 262145, CHAIN",
    "REDUCE, 20, 1048576, BINARY",
    "REDUCE, 47, 1048577, CHAIN",
    "REDUCE, 48, 4194304, BINARY",
    "BROADCAST, 159, 4194305, CHAIN",
    "BROADCAST, 160, 16777216, BINARY",
    "REDUCE, 575, 16777217, CHAIN",
    "REDUCE, 2048, 67108864, BINARY",
    "BROADCAST, 2048, 67108865, CHAIN"
  })
  void between_many_nodes_leaders_form_a_binary_tree_where_a_chain_takes_too_long_to_fill(
      CollectiveKind kind, int nodes, long bytes, TreeKind betweenNodes) {
    Place place = new Place(32 * nodes, nodes, 32);
    Choice choice = Selection.DEFAULT.on(place).choose(kind, bytes, true, true);
    assertThat(choice.parameters().treeOf(Level.CLUSTER)).isEqualTo(betweenNodes);
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 2, 1, 4194303, chain, 1048576",
    "BROADCAST, 2, 1, 67108863, topology, 4194304",
    "BROADCAST, 2, 1, 67108864, topology, 16777216",
    "BROADCAST, 2, 2, 67108863, chain, 1048576",
    "BROADCAST, 2, 2, 67108864, chain, 4194304",
    "BROADCAST, 4, 1, 4194303, flat, 1048576",
    "BROADCAST, 4, 1, 4194304, topology, 4194304",
    "BROADCAST, 32, 8, 4194304, topology, 524288",
    "BROADCAST, 32, 8, 67108864, topology, 1048576",
    "REDUCE, 2, 1, 4194304, topology, 4194304",
    "REDUCE, 8, 1, 67108864, topology, 16777216",
    "REDUCE, 32, 8, 4194303, topology, 131072",
    "REDUCE, 32, 8, 67108864, topology, 1048576",
    "ALLREDUCE, 4, 1, 4194304, ring, 4194304",
    "ALLREDUCE, 4, 1, 67108864, ring, 16777216",
    "ALLREDUCE, 4, 2, 4194304, ring, 524288",
    "REDUCE_SCATTER, 4, 1, 4194304, ring, 4194304",
    "REDUCE_SCATTER, 4, 2, 67108864, ring, 1048576"
  })
  void where_each_rank_has_a_gpu_long_messages_have_long_segments(
      CollectiveKind kind, int ranks, int nodes, long bytes, String name, long segment) {
    Place place = new Place(ranks, nodes, ranks / nodes);
    Choice choice = Selection.DEFAULT.withGpus().on(place).choose(kind, bytes, true, true);
    assertThat(choice.algorithm().name()).isEqualTo(name);
    assertThat(choice.parameters().segmentBytes()).isEqualTo(segment);
    Choice ordered = Selection.DEFAULT.withGpus().on(place).choose(kind, bytes, false, true);
    assertThat(!kind.folds() || ordered.algorithm().keepsOrder(ordered.parameters())).isTrue();
  }

  @Test
  void a_reduce_that_must_keep_the_order_runs_on_the_tree_that_does() {
    Decisions decisions = Selection.DEFAULT.on(new Place(2, 1, 2));
    assertThat(decisions.choose(CollectiveKind.REDUCE, 8, false, true).algorithm().name())
        .isEqualTo("in-order-binary");
  }
}
