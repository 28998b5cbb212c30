package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BinomialTreeTest {

  static IntStream sizes() {
    return IntStream.rangeClosed(1, 33);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void subtrees_of_children_follow_a_rank_on_the_circle(int size) {
    for (int root = 0; root < size; root++) {
      for (int rank = 0; rank < size; rank++) {
        BinomialTree tree = new BinomialTree(rank, size, root);
        List<Integer> below = new ArrayList<>();
        for (int i = 0; i < tree.children(); i++) {
          BinomialTree child = new BinomialTree(tree.child(i), size, root);
          assertThat(child.parent()).isEqualTo(rank);
          assertThat(child.extent()).isEqualTo(tree.extentOf(i));
          for (int next = 0; next < tree.extentOf(i); next++) {
            below.add((tree.child(i) + next) % size);
          }
        }
        int itsRank = rank;
        assertThat(below)
            .containsExactlyElementsOf(
                IntStream.range(1, tree.extent())
                    .mapToObj(distance -> (itsRank + distance) % size)
                    .toList());
      }
      assertThat(new BinomialTree(root, size, root).extent()).isEqualTo(size);
      assertThat(new BinomialTree(root, size, root).isRoot()).isTrue();
    }
  }
}
