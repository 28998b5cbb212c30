package io.starling.collectives.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.TreeKind;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What every shape owes to the machines that run on it, whatever the size, root and radix. */
class TreeShapesTest {

  @Property
  void every_rank_is_reached_exactly_once_from_the_root(@ForAll("trees") GrownTree tree) {
    assertThat(tree.reached())
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, tree.size()).boxed().toList());
  }

  @Property
  void parent_and_child_agree(@ForAll("trees") GrownTree tree) {
    for (int rank = 0; rank < tree.size(); rank++) {
      for (int child : tree.childrenOf(rank)) {
        assertThat(tree.branches().get(child).parent()).as("parent of %d", child).isEqualTo(rank);
      }
    }
    assertThat(tree.branches().get(tree.root()).isRoot()).isTrue();
    assertThat(tree.branches().stream().filter(Branch::isRoot)).hasSize(1);
  }

  @Property
  void no_path_is_longer_than_the_shape_allows(@ForAll("trees") GrownTree tree) {
    assertThat(tree.depth()).isLessThanOrEqualTo(deepest(tree.shape(), tree.radix(), tree.size()));
  }

  @Property
  void no_rank_has_more_children_than_the_shape_allows(@ForAll("trees") GrownTree tree) {
    for (int rank = 0; rank < tree.size(); rank++) {
      assertThat(tree.childrenOf(rank).length)
          .as("children of %d", rank)
          .isLessThanOrEqualTo(most(tree.shape(), tree.radix(), tree.size()));
    }
  }

  @Property
  void a_tree_in_order_has_the_ranks_from_left_to_right(@ForAll("treesInOrder") GrownTree tree) {
    assertThat(tree.leftToRight())
        .containsExactlyElementsOf(IntStream.range(0, tree.size()).boxed().toList());
  }

  @Property
  void in_order_children_are_folded_left_then_right(@ForAll("treesInOrder") GrownTree tree) {
    for (int rank = 0; rank < tree.size(); rank++) {
      int[] children = tree.childrenOf(rank);
      assertThat(children).isSorted();
      if (children.length == 2) {
        assertThat(rank).isStrictlyBetween(children[0], children[1]);
      }
    }
  }

  @Property(tries = 300)
  void a_large_tree_hangs_together_wherever_one_looks(
      @ForAll("plain") TreeKind shape,
      @ForAll @IntRange(min = 2, max = 40) int radix,
      @ForAll @IntRange(min = 100_000, max = 1 << 20) int size,
      @ForAll @IntRange(max = 99_999) int root,
      @ForAll @IntRange(max = 99_999) int rank) {
    TreeShape function = GrownTree.function(shape, radix);
    Branch branch = function.branch(rank, size, root);
    for (int child : IntStream.of(branch.children()).limit(100).toArray()) {
      assertThat(function.branch(child, size, root).parent()).isEqualTo(rank);
    }
    if (rank == root) {
      assertThat(branch.isRoot()).isTrue();
    } else {
      assertThat(function.branch(branch.parent(), size, root).children()).contains(rank);
    }
    assertThat(branch.children()).hasSizeLessThanOrEqualTo(most(shape, radix, size));
    if (shape != TreeKind.CHAIN) {
      assertThat(distance(function, rank, size, root))
          .isLessThanOrEqualTo(deepest(shape, radix, size));
    }
  }

  @Property
  void a_k_nomial_tree_whose_radix_is_no_less_than_its_size_is_flat(
      @ForAll @IntRange(min = 1, max = 50) int size, @ForAll @IntRange(min = 50) int radix) {
    for (int rank = 0; rank < size; rank++) {
      assertThat(TreeShapes.kNomial(rank, size, 0, radix))
          .isEqualTo(TreeShapes.flat(rank, size, 0));
    }
  }

  private static int distance(TreeShape function, int rank, int size, int root) {
    int steps = 0;
    for (int at = rank; at != root && steps < size; steps++) {
      at = function.branch(at, size, root).parent();
    }
    return steps;
  }

  /** The most steps from the root to a leaf. */
  private static int deepest(TreeKind shape, int radix, int size) {
    return switch (shape) {
      case CHAIN -> size - 1;
      case BINARY, BINOMIAL -> digits(size, 2);
      case IN_ORDER_BINARY -> 1 + digits(size, 2);
      case K_NOMIAL -> digits(size, radix);
      case FLAT -> 1;
      case TOPOLOGY, RELAY -> throw new IllegalArgumentException("it is made of the others");
    };
  }

  /** The most children of a rank. */
  private static int most(TreeKind shape, int radix, int size) {
    return switch (shape) {
      case CHAIN -> 1;
      case BINARY, IN_ORDER_BINARY -> 2;
      case BINOMIAL -> digits(size, 2);
      case K_NOMIAL -> (radix - 1) * digits(size, radix);
      case FLAT -> size - 1;
      case TOPOLOGY, RELAY -> throw new IllegalArgumentException("it is made of the others");
    };
  }

  /** How many digits the numbers below {@code size} have. */
  private static int digits(int size, int base) {
    int digits = 0;
    for (long weight = 1; weight < size; weight *= base) {
      digits++;
    }
    return digits;
  }

  @Provide
  Arbitrary<TreeKind> plain() {
    return Arbitraries.of(TreeKind.plain());
  }

  @Provide
  Arbitrary<GrownTree> trees() {
    return treesOf(Arbitraries.of(TreeKind.plain()));
  }

  @Provide
  Arbitrary<GrownTree> treesInOrder() {
    return treesOf(Arbitraries.of(TreeKind.plain()).filter(TreeKind::isInOrder));
  }

  private static Arbitrary<GrownTree> treesOf(Arbitrary<TreeKind> shapes) {
    Arbitrary<Integer> radices = Arbitraries.integers().between(2, 9);
    Arbitrary<Integer> sizes = Arbitraries.integers().between(1, 200);
    return Combinators.combine(shapes, radices, sizes)
        .flatAs(
            (shape, radix, size) ->
                Arbitraries.integers()
                    .between(0, size - 1)
                    .map(root -> GrownTree.of(shape, radix, size, root)));
  }
}
