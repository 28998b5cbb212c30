package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The groups of communicators. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GroupingTest {

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void a_group_has_the_processes_of_its_communicator_in_their_order(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          assertThat(world.group()).isEqualTo(Group.of(0, 1, 2, 3, 4));
          int odd = world.rank() % 2;
          try (Communicator half = world.split(odd, -world.rank());
              Communicator inOrder = half.split(0, -half.rank())) {
            assertThat(half.group()).isEqualTo(odd == 1 ? Group.of(3, 1) : Group.of(4, 2, 0));
            assertThat(inOrder.group()).isEqualTo(odd == 1 ? Group.of(1, 3) : Group.of(0, 2, 4));
            assertThat(half.group().rankOf(world.rank())).isEqualTo(half.rank());
            assertThat(half.group().translate(new int[] {half.rank()}, inOrder.group()))
                .containsExactly(inOrder.rank());
          }
        });
  }

  @Test
  void communicators_are_identical_congruent_similar_or_unequal() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          int color = world.rank() == 2 ? 1 : 0;
          try (Communicator duplicate = world.duplicate();
              Communicator turned = world.split(0, -world.rank());
              Communicator part = world.split(color, 0)) {
            assertThat(world.compare(world)).isEqualTo(Comparison.IDENTICAL);
            assertThat(world.compare(world.withAlgorithm("broadcast=chain")))
                .isEqualTo(Comparison.IDENTICAL);
            assertThat(world.compare(duplicate)).isEqualTo(Comparison.CONGRUENT);
            assertThat(duplicate.compare(world)).isEqualTo(Comparison.CONGRUENT);
            assertThat(turned.compare(world)).isEqualTo(Comparison.SIMILAR);
            assertThat(world.compare(part)).isEqualTo(Comparison.UNEQUAL);
          }
        });
  }

  @Test
  void the_group_of_a_closed_communicator_is_what_was_asked_for_before() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Communicator other = world.duplicate();
          Group group = other.group();
          other.close();
          assertThat(group).isEqualTo(world.group());
          assertThatThrownBy(other::group)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
          assertThatThrownBy(() -> other.compare(world)).hasMessageContaining("closed");
          assertThatThrownBy(() -> world.compare(other)).hasMessageContaining("closed");
        });
  }
}
