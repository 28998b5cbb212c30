package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** After any changes, an evaluation is that of its order from scratch. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EvaluationTest {

  private static final Percentage ROUNDING = Percentage.withPercentage(1e-6);
  private static final int CHANGES = 2500;

  static Stream<CommunicationPattern> patterns() {
    return Stream.of(2, 3, 5, 8, 21, 64)
        .flatMap(
            size ->
                List.of(
                    CostModels.ring(size, 1e6),
                    CostModels.halvingDoubling(size, 1e6),
                    CostModels.doubleBinaryTree(size, 1e6),
                    CostModels.bcube(size, 1e6, 4),
                    grid(size),
                    chain(size, Timing.CHAINS),
                    chain(size, Timing.ROUNDS),
                    chain(size, Timing.LINKS))
                    .stream());
  }

  /** Each rank sends to the next one, to that three ranks on, and to itself. */
  private static EdgesPattern grid(int size) {
    int[] from = IntStream.range(0, 3 * size).map(edge -> edge % size).toArray();
    int[] steps = {1, 3, 0};
    int[] to =
        IntStream.range(0, 3 * size).map(edge -> (edge + steps[edge / size]) % size).toArray();
    double[] bytes = IntStream.range(0, 3 * size).mapToDouble(edge -> 1e3 * (edge + 1)).toArray();
    return new EdgesPattern(size, from, to, bytes);
  }

  /** Two messages from each rank to the next one; they wait for those to the rank. */
  private static MessagesPattern chain(int size, Timing timing) {
    int count = 2 * (size - 1);
    int[] from = IntStream.range(0, count).map(message -> message / 2).toArray();
    int[] to = IntStream.range(0, count).map(message -> message / 2 + 1).toArray();
    double[] bytes = IntStream.range(0, count).mapToDouble(message -> 1e5).toArray();
    int[][] after =
        IntStream.range(0, count)
            .mapToObj(message -> message < 2 ? new int[0] : new int[] {message - 2})
            .toArray(int[][]::new);
    return new MessagesPattern(MessageGraph.of(size, from, to, bytes, after), timing);
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void its_cost_follows_its_changes(CommunicationPattern pattern) {
    int size = pattern.size();
    LinkCosts links = LinkCosts.of(Matrices.random(size, size));
    SplittableRandom random = new SplittableRandom(size);
    Evaluation changed = pattern.evaluate(links, Matrices.shuffled(size, random));
    for (int i = 0; i < CHANGES; i++) {
      int one = random.nextInt(size);
      int other = random.nextInt(size);
      if (random.nextBoolean()) {
        double expected = changed.energyOfSwap(one, other);
        changed.swap(one, other);
        assertThat(changed.energy()).isCloseTo(expected, ROUNDING);
      } else {
        double expected = changed.energyOfReversal(Math.min(one, other), Math.max(one, other));
        changed.reverse(Math.min(one, other), Math.max(one, other));
        assertThat(changed.energy()).isCloseTo(expected, ROUNDING);
      }
    }
    Evaluation anew = pattern.evaluate(links, changed.order());
    assertThat(changed.order()).containsExactlyInAnyOrder(hosts(size));
    assertThat(changed.cost()).isCloseTo(anew.cost(), ROUNDING);
    assertThat(changed.energy()).isCloseTo(anew.energy(), ROUNDING);
  }

  private static int[] hosts(int size) {
    return IntStream.range(0, size).toArray();
  }
}
