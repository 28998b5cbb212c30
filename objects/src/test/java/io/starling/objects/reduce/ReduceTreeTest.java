package io.starling.objects.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.transfer.LinkEstimate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReduceTreeTest {

  private static final LinkEstimate LINKS = new LinkEstimate(25_000, 1.25);

  @Test
  void every_position_is_taken_once_and_has_its_parent() {
    for (int size = 1; size <= 40; size++) {
      for (int degree = 1; degree <= Math.max(1, size - 1); degree++) {
        ReduceTree tree = new ReduceTree(size, degree);
        assertThat(IntStream.range(0, size).map(tree::positionOfArrival).sorted().toArray())
            .isEqualTo(IntStream.range(0, size).toArray());
        for (int i = 0; i < size; i++) {
          int parent = i;
          tree.children(i).forEach(child -> assertThat(tree.parent(child)).isEqualTo(parent));
        }
      }
    }
  }

  @Test
  void a_node_comes_after_its_first_child_and_before_the_others() {
    ReduceTree tree = new ReduceTree(6, 2);
    assertThat(IntStream.range(0, 6).map(tree::positionOfArrival).toArray())
        .containsExactly(3, 1, 4, 0, 5, 2);
    assertThat(IntStream.range(0, 4).map(new ReduceTree(4, 1)::positionOfArrival).toArray())
        .containsExactly(3, 2, 1, 0);
    assertThat(IntStream.range(0, 4).map(new ReduceTree(4, 3)::positionOfArrival).toArray())
        .containsExactly(1, 0, 2, 3);
  }

  @Test
  void large_objects_go_along_a_chain_and_small_ones_to_one_node() {
    assertThat(ReduceTree.fastest(16, 1 << 30, LINKS).degree()).isEqualTo(1);
    assertThat(ReduceTree.fastest(16, 100, LINKS).degree()).isEqualTo(15);
    assertThat(ReduceTree.fastest(64, 1 << 20, LINKS).degree()).isEqualTo(2);
    assertThat(ReduceTree.fastest(1, 1 << 20, LINKS).size()).isEqualTo(1);
    assertThat(ReduceTree.fastest(2, 1 << 20, LINKS).degree()).isEqualTo(1);
  }
}
