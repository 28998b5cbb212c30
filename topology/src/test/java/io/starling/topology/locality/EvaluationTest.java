package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
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
                    CostModels.bcube(size, 1e6, 4))
                    .stream());
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
    return java.util.stream.IntStream.range(0, size).toArray();
  }
}
