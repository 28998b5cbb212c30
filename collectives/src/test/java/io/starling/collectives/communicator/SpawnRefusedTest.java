package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Spawn;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnRefusedTest {

  @Test
  void ranks_that_are_threads_can_start_none() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          assertThat(world.parent()).isEmpty();
          assertThatThrownBy(() -> world.spawn(0, Spawn.of(1, "Main")))
              .isInstanceOf(UnsupportedOperationException.class)
              .hasMessageContaining("rank " + world.rank() + ", spawn()")
              .hasMessageContaining("starling run");
          assertThatThrownBy(() -> world.spawn(2, Spawn.of(1, "Main")))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("root 2 is not a rank; ranks are 0 to 1");
        });
  }

  @Test
  void a_description_is_checked_and_never_changed() {
    assertThatThrownBy(() -> Spawn.of(0, "Main")).hasMessage("ranks must be at least 1, not 0");
    assertThatThrownBy(() -> Spawn.of(1, (Class<?>) null))
        .hasMessage("mainClass must be the name of a class");
    assertThatThrownBy(() -> Spawn.command(1)).hasMessage("command must have at least one word");
    Spawn plain = Spawn.of(2, SpawnRefusedTest.class);
    Spawn full = plain.with("a", "b").environment("NAME", "value").on("node1");
    assertThat(plain.words()).containsExactly(SpawnRefusedTest.class.getName());
    assertThat(full.words()).containsExactly(SpawnRefusedTest.class.getName(), "a", "b");
    assertThat(full.environment()).containsEntry("NAME", "value");
    assertThat(full.hosts()).containsExactly("node1");
    assertThat(full).hasToString("2 ranks of " + SpawnRefusedTest.class.getName() + " [a, b]");
  }
}
