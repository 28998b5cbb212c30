package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.PatternAlgorithm;
import io.starling.collectives.tree.Placed;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of {@code docs/algorithms.md}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BarrierCostsTest {

  private static final int RANKS = 16;

  @ParameterizedTest
  @CsvSource({
    "dissemination, 4, 4, 64",
    "linear, 1, 15, 240",
    "central, 2, 15, 30",
    "tree, 8, 4, 30",
    "two-level, 6, 4, 32",
    "two-level-central, 6, 5, 30",
  })
  void sixteen_ranks_on_four_nodes_take_so_many_steps_and_messages(
      String name, int steps, int mostMessages, int allMessages) {
    Placed placed = Placed.on("node:4 package:1 core:4 pu:1", RANKS, Placed.Mapping.BY_NODE);
    PatternAlgorithm algorithm =
        (PatternAlgorithm) AlgorithmRegistry.named(CollectiveKind.BARRIER, name);
    AllRanks ranks =
        AllRanks.of(
            algorithm.pattern(),
            rank -> Problems.of(CollectiveKind.BARRIER, rank, RANKS, 0, 0),
            rank -> placed.layout(rank).hierarchy(rank),
            RANKS,
            new Tuning(1, 1, 2, 2));
    int[] messages = IntStream.range(0, RANKS).map(rank -> messagesOf(ranks, rank)).toArray();
    assertThat(ranks.steps()).as("steps").isEqualTo(steps);
    assertThat(IntStream.of(messages).max()).as("the busiest rank").hasValue(mostMessages);
    assertThat(IntStream.of(messages).sum()).as("all ranks").isEqualTo(allMessages);
  }

  private static int messagesOf(AllRanks ranks, int rank) {
    return IntStream.range(0, RANKS).map(to -> ranks.sent(rank, to).size()).sum();
  }
}
