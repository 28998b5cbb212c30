package io.starling.collectives.allreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.tree.Branch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DoubleTreeAllreduceTest {

  @Test
  void every_rank_is_an_inner_node_of_at_most_one_tree() {
    for (int size = 1; size <= 40; size++) {
      for (int rank = 0; rank < size; rank++) {
        boolean isLeafOfOne =
            DoubleTreeAllreduce.branch(rank, size, 0).isLeaf()
                || DoubleTreeAllreduce.branch(rank, size, 1).isLeaf();
        assertThat(isLeafOfOne).as("rank %d of %d", rank, size).isTrue();
      }
    }
  }

  @Test
  void parents_and_children_agree_and_reach_all_from_one_root() {
    for (int size = 2; size <= 40; size++) {
      for (int parity = 0; parity < 2; parity++) {
        assertThat(reached(DoubleTreeAllreduce.branch(parity, size, parity), parity, size, parity))
            .as("%d ranks, tree %d", size, parity)
            .isEqualTo(size);
      }
    }
  }

  private static int reached(Branch branch, int rank, int size, int parity) {
    return 1
        + IntStream.of(branch.children())
            .map(
                child -> {
                  Branch below = DoubleTreeAllreduce.branch(child, size, parity);
                  assertThat(below.parent()).isEqualTo(rank);
                  return reached(below, child, size, parity);
                })
            .sum();
  }
}
