package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The patterns against the formulas of Cloud Collectives, section IV-A, written out. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CostModelsTest {

  private static final double BYTES = 100e6;
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-9);

  private final SplittableRandom random = new SplittableRandom(17);

  /** The paper's c, for ranks in an order, where ranks count modulo their number. */
  private interface Cost {
    double of(int from, int to, double bytes);
  }

  private static Cost cost(LinkCosts links, int... order) {
    return (from, to, bytes) ->
        links.microseconds(
            order[Math.floorMod(from, order.length)],
            order[Math.floorMod(to, order.length)],
            bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 13})
  void a_ring_costs_the_sum_of_its_hops(int size) {
    LinkCosts links = LinkCosts.of(Matrices.random(size, size));
    int[] order = Matrices.shuffled(size, random);
    Cost c = cost(links, order);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += c.of(i, i - 1, BYTES);
    }
    assertThat(CostModels.ring(size, BYTES).cost(links, order)).isCloseTo(sum, ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 64})
  void halving_doubling_costs_the_slowest_pair_of_each_round(int size) {
    LinkCosts links = LinkCosts.of(Matrices.random(size, size));
    int[] order = Matrices.shuffled(size, random);
    Cost c = cost(links, order);
    double sum = 0;
    for (int i = 0; 1 << i < size; i++) {
      double slowest = 0;
      for (int j = 0; j < size; j++) {
        if ((j >> i & 1) == 0) {
          slowest = Math.max(slowest, c.of(j, j + (1 << i), BYTES / (1 << (i + 1))));
        }
      }
      sum += slowest;
    }
    assertThat(CostModels.halvingDoubling(size, BYTES).cost(links, order)).isCloseTo(sum, ROUNDING);
  }

  @Test
  void halving_doubling_first_folds_the_ranks_beyond_a_power_of_two() {
    LinkCosts links = LinkCosts.of(Matrices.random(6, 1));
    int[] order = {3, 1, 4, 0, 5, 2};
    Cost c = cost(links, order);
    double extra = Math.max(c.of(4, 0, BYTES), c.of(5, 1, BYTES));
    double first = Math.max(c.of(0, 1, BYTES / 2), c.of(2, 3, BYTES / 2));
    double second = Math.max(c.of(0, 2, BYTES / 4), c.of(1, 3, BYTES / 4));
    assertThat(CostModels.halvingDoubling(6, BYTES).cost(links, order))
        .isCloseTo(extra + first + second, ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 15, 16, 20})
  void a_double_tree_costs_the_costliest_path_of_both_trees(int size) {
    LinkCosts links = LinkCosts.of(Matrices.random(size, size));
    int[] order = Matrices.shuffled(size, random);
    Cost c = cost(links, order);
    Cost mirror = (from, to, bytes) -> c.of(from - 1, to - 1, bytes);
    assertThat(CostModels.doubleBinaryTree(size, BYTES).cost(links, order))
        .isCloseTo(Math.max(tree(c, 0, size - 1), tree(mirror, 0, size - 1)), within(1e-6));
  }

  /** The paper's T(i, j). */
  private static double tree(Cost c, int i, int j) {
    if (i >= j) {
      return 0;
    }
    int root = (i + j) / 2;
    double right = c.of(root, (root + 1 + j) / 2, BYTES / 2) + tree(c, root + 1, j);
    if (root == i) {
      return right; // There is no left half.
    }
    return Math.max(c.of(root, (i + root - 1) / 2, BYTES / 2) + tree(c, i, root - 1), right);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 16, 64})
  void bcube_costs_the_slowest_of_all_peers_in_each_round(int size) {
    LinkCosts links = LinkCosts.of(Matrices.random(size, size));
    int[] order = Matrices.shuffled(size, random);
    Cost c = cost(links, order);
    double sum = 0;
    for (int value = 1; value < size; value *= 4) {
      double slowest = 0;
      for (int j = 0; j < size; j++) {
        for (int digit = 0; digit < 4; digit++) {
          int peer = j + (digit - j / value % 4) * value;
          if (peer != j) {
            slowest = Math.max(slowest, c.of(j, peer, BYTES / (4 * value)));
          }
        }
      }
      sum += slowest;
    }
    assertThat(CostModels.bcube(size, BYTES, 4).cost(links, order)).isCloseTo(sum, ROUNDING);
  }

  @Test
  void bcube_to_the_base_of_2_is_halving_doubling() {
    LinkCosts links = LinkCosts.of(Matrices.random(32, 5));
    int[] order = Matrices.shuffled(32, random);
    assertThat(CostModels.bcube(32, BYTES, 2).cost(links, order))
        .isEqualTo(CostModels.halvingDoubling(32, BYTES).cost(links, order));
  }

  @Test
  void a_pattern_fits_as_many_hosts_as_it_has_ranks() {
    LinkCosts links = LinkCosts.of(Matrices.random(5, 5));
    assertThatThrownBy(() -> CostModels.ring(4, BYTES).cost(links, 0, 1, 2, 3))
        .hasMessage("a pattern of 4 ranks does not fit 5 hosts");
    assertThatThrownBy(() -> CostModels.bcube(4, BYTES, 1))
        .hasMessage("the base of BCube must be at least 2, not 1");
  }
}
