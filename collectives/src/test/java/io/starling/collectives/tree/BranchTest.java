package io.starling.collectives.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BranchTest {

  @Test
  void branches_are_equal_when_parent_and_children_are() {
    Branch branch = new Branch(3, 1, 2);
    assertThat(branch).isEqualTo(new Branch(3, 1, 2)).hasSameHashCodeAs(new Branch(3, 1, 2));
    assertThat(branch)
        .isNotEqualTo(new Branch(4, 1, 2))
        .isNotEqualTo(new Branch(3, 2, 1))
        .isNotEqualTo(new Branch(3, 1))
        .isNotEqualTo("Branch[3 > [1, 2]]");
  }

  @Test
  void a_branch_knows_whether_it_is_a_root_or_a_leaf() {
    assertThat(new Branch(Branch.NONE, 1).isRoot()).isTrue();
    assertThat(new Branch(Branch.NONE, 1).isLeaf()).isFalse();
    assertThat(new Branch(0).isRoot()).isFalse();
    assertThat(new Branch(0).isLeaf()).isTrue();
  }

  @Test
  void a_branch_shows_its_parent_and_its_children() {
    assertThat(new Branch(3, 1, 2)).hasToString("Branch[3 > [1, 2]]");
  }

  @Test
  void a_reversed_branch_has_its_children_in_the_opposite_order() {
    assertThat(new Branch(3, 1, 2, 7).reversed()).isEqualTo(new Branch(3, 7, 2, 1));
    assertThat(new Branch(3).reversed()).isEqualTo(new Branch(3));
  }
}
