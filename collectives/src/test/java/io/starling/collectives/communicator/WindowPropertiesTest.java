package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.AttributeKey;
import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a window says of itself, and what programs keep with it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowPropertiesTest {

  @Test
  void a_window_knows_how_it_was_made() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          try (Window created = world.createWindow(Arena.ofAuto().allocate(8), 1);
              Window allocated = world.allocateWindow(8, 1);
              Window shared = world.allocateSharedWindow(8, 1);
              Window dynamic = world.createDynamicWindow()) {
            assertThat(List.of(created, allocated, shared, dynamic))
                .extracting(Window::flavour)
                .containsExactly(Window.Flavour.values());
          }
        });
  }

  @Test
  void a_window_of_a_part_has_its_group() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          int colour = world.rank() == 1 ? 1 : 0;
          try (Communicator part = world.split(colour, -world.rank());
              Window window = part.allocateWindow(8, 1)) {
            assertThat(window.group()).isEqualTo(colour == 1 ? Group.of(1) : Group.of(2, 0));
          }
        });
  }

  @Test
  void a_window_has_a_name_and_hints() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Window window = world.allocateWindow(8, 1);
          assertThat(window.name()).isEqualTo("world.allocateWindow()");
          window.rename("counters");
          assertThat(window).hasToString("counters: rank %d of 2".formatted(world.rank()));
          assertThatThrownBy(() -> window.rename(null))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("rename got null instead of name");
          assertThat(window.hints()).isEqualTo(Hints.EMPTY);
          window.setHints(Hints.EMPTY.with("no_locks", "true").with("other", "1"));
          window.setHints(Hints.EMPTY.with("other", "2"));
          assertThat(window.hints().get("no_locks")).contains("true");
          assertThat(window.hints().get("other")).contains("2");
          assertThatThrownBy(() -> window.setHints(null))
              .hasMessageContaining("setHints got null instead of hints");
          window.close();
          assertThatThrownBy(() -> window.setHints(Hints.EMPTY)).hasMessageContaining("closed");
          assertThat(window.name()).isEqualTo("counters");
        });
  }

  @Test
  void attributes_are_deleted_by_the_close_while_the_communicator_works() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<String> log = new ArrayList<>();
          AttributeKey<String> key =
              AttributeKey.<String>of("key")
                  .onDelete(
                      (communicator, value) -> {
                        communicator.barrier();
                        log.add(communicator.name() + " " + value);
                      });
          Window window = world.allocateWindow(8, 1);
          assertThat(window.attribute(key)).isEmpty();
          window.setAttribute(key, "a");
          window.setAttribute(key, "b");
          assertThat(window.attribute(key)).contains("b");
          assertThat(window.deleteAttribute(key)).isTrue();
          assertThat(window.deleteAttribute(key)).isFalse();
          window.setAttribute(key, "c");
          assertThatThrownBy(() -> window.setAttribute(key, null))
              .hasMessageContaining("setAttribute got null instead of value");
          window.lockAll();
          assertThatThrownBy(window::close).hasMessageContaining("call unlockAll");
          assertThat(window.attribute(key)).contains("c");
          window.unlockAll();
          window.close();
          assertThat(log).containsExactly("world a", "world b", "world c");
          assertThat(world.attribute(key)).isEmpty();
          assertThatThrownBy(() -> window.attribute(key)).hasMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "UCX"})
  void requested_accumulates_have_a_layout_at_the_target(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          Datatype spread = Datatype.vector(2, 1, 2, Datatype.INT64);
          int peer = 1 - world.rank();
          try (Window window = world.allocateWindow(32, 8)) {
            Buffer two = Buffer.of(new long[] {5, 6});
            long[] before = new long[2];
            window.fence();
            window.iAccumulate(two, peer, 0, spread, 1, ReductionOperator.SUM).await();
            window
                .iGetAccumulate(two, Buffer.of(before), peer, 0, spread, 1, ReductionOperator.SUM)
                .await();
            window.fence();
            assertThat(before).containsExactly(5, 6);
            assertThat(window.memory().toArray(JAVA_LONG)).containsExactly(10, 0, 12, 0);
          }
        });
  }
}
