package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.PatternAlgorithm;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.TreeShapes;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** What every registered pattern must do on any number of ranks, seen from all ranks at once. */
class RegisteredPatternsTest {

  private static final int FEW_RANKS = 9;
  private static final int MOST_RANKS = 20;
  private static final Set<CollectiveKind> WITH_TOPOLOGY =
      Set.of(CollectiveKind.NEIGHBOUR_ALLGATHER, CollectiveKind.NEIGHBOUR_ALLTOALL);

  private static Stream<PatternAlgorithm> patterns() {
    return AlgorithmRegistry.all().stream()
        .filter(PatternAlgorithm.class::isInstance)
        .map(PatternAlgorithm.class::cast)
        .filter(algorithm -> !WITH_TOPOLOGY.contains(algorithm.kind()));
  }

  @TestFactory
  Stream<DynamicTest> both_sides_number_the_same_messages_and_nobody_waits_for_ever() {
    return among(1, FEW_RANKS);
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicTest> and_so_it_is_among_more_ranks() {
    return among(FEW_RANKS + 1, MOST_RANKS);
  }

  private static Stream<DynamicTest> among(int fewest, int most) {
    return patterns()
        .map(
            algorithm ->
                DynamicTest.dynamicTest(
                    algorithm.kind().label() + "=" + algorithm.name(),
                    () -> IntStream.rangeClosed(fewest, most).forEach(n -> check(algorithm, n))));
  }

  private static void check(PatternAlgorithm algorithm, int size) {
    Placed placed = Placed.on("node:3 package:2 core:4 pu:1", size, Placed.Mapping.SHUFFLED);
    IntFunction<Hierarchy> somewhere = rank -> placed.layout(rank).hierarchy(rank);
    IntFunction<Hierarchy> flat = rank -> Layout.flat(size).hierarchy(rank);
    checkInPlace(algorithm, size, somewhere);
    for (int root : new TreeSet<>(List.of(0, size / 2, size - 1))) {
      for (long elements : new long[] {0, 1, 5, 60}) {
        check(algorithm, size, root, elements, flat, new Tuning(16, 1, 2, 2));
        check(algorithm, size, root, elements, somewhere, new Tuning(64, 2, 3, 3));
        check(algorithm, size, root, elements, somewhere, chains());
      }
      if (!algorithm.kind().hasRoot()) {
        return;
      }
    }
  }

  private static Tuning chains() {
    return new Tuning(32, 4, 8, 4, TreeShapes::chain, level -> TreeShapes::chain);
  }

  private static void check(
      PatternAlgorithm algorithm,
      int size,
      int root,
      long elements,
      IntFunction<Hierarchy> hierarchies,
      Tuning tuning) {
    CollectiveKind kind = algorithm.kind();
    String what = "%d ranks, root %d, %d elements".formatted(size, root, elements);
    AllRanks ranks =
        AllRanks.of(
            algorithm.pattern(),
            rank -> Problems.of(kind, rank, size, root, elements),
            hierarchies,
            size,
            tuning);
    check(ranks, what + ", " + tuning);
  }

  /** With the smallest windows, where most moves wait for others. */
  private static void checkInPlace(
      PatternAlgorithm algorithm, int size, IntFunction<Hierarchy> hierarchies) {
    CollectiveKind kind = algorithm.kind();
    long elements = 60;
    if (Problems.inPlace(kind, 0, size, elements) != null) {
      AllRanks ranks =
          AllRanks.of(
              algorithm.pattern(),
              rank -> Problems.inPlace(kind, rank, size, elements),
              hierarchies,
              size,
              new Tuning(64, 1, 2, 2));
      check(ranks, size + " ranks in place");
    }
  }

  private static void check(AllRanks ranks, String what) {
    int size = ranks.size();
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        assertThat(ranks.received(to, from))
            .as("%s: %d to %d", what, from, to)
            .isEqualTo(ranks.sent(from, to));
      }
    }
    assertThat(ranks.steps()).as(what).isNotNegative();
  }
}
