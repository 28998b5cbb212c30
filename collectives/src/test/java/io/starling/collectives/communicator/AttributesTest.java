package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.starling.collectives.AttributeKey;
import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What libraries keep with communicators. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AttributesTest {

  private static final AttributeKey<String> PLAIN = AttributeKey.of("plain");
  private static final AttributeKey<String> SHARED = AttributeKey.<String>of("shared").shared();

  private static final AttributeKey<Integer> COUNTED =
      AttributeKey.<Integer>of("counted")
          .onCopy((_, count) -> count == 2 ? Optional.empty() : Optional.of(count + 1));

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void a_duplicate_has_what_the_keys_say_and_a_part_has_nothing(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          String own = "rank " + world.rank();
          world.setAttribute(PLAIN, own);
          world.setAttribute(SHARED, own);
          world.setAttribute(COUNTED, 0);
          try (Communicator first = world.duplicate();
              Communicator second = first.duplicate();
              Communicator third = second.duplicate()) {
            assertThat(first.attribute(PLAIN)).isEmpty();
            assertThat(third.attribute(SHARED)).contains(own);
            assertThat(first.attribute(COUNTED)).contains(1);
            assertThat(second.attribute(COUNTED)).contains(2);
            assertThat(third.attribute(COUNTED)).isEmpty();
          }
          Group all = world.group();
          for (Communicator part :
              List.of(world.split(0, 0), world.create(all), world.createGroup(all, 1))) {
            assertThat(part.attribute(SHARED)).isEmpty();
            part.close();
          }
          assertThat(world.attribute(PLAIN)).contains(own);
        });
  }

  @Test
  void grids_and_graphs_are_duplicated_with_their_attributes() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          int other = 1 - world.rank();
          try (Communicator grid = world.cartesian(new int[] {2}, new boolean[] {true});
              Communicator graph = world.graph(new int[] {other}, new int[] {other})) {
            for (Communicator topology : List.of(grid, graph)) {
              topology.setAttribute(SHARED, "with neighbours");
              try (Communicator duplicate = topology.duplicate()) {
                assertThat(duplicate.attribute(SHARED)).contains("with neighbours");
              }
            }
          }
        });
  }

  @Test
  void a_view_has_the_attributes_of_its_communicator() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          world.withAlgorithm("broadcast=chain").setAttribute(PLAIN, "seen by both");
          assertThat(world.attribute(PLAIN)).contains("seen by both");
          assertThat(world.attribute(AttributeKey.of("plain"))).isEmpty();
        });
  }

  @Test
  void values_are_deleted_when_they_are_deleted_replaced_or_closed_the_latest_first() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<String> log = new ArrayList<>();
          AttributeKey<String> first =
              AttributeKey.<String>of("first")
                  .onDelete(
                      (owner, value) -> {
                        // The communicator still works.
                        owner.barrier();
                        log.add(owner.name() + " " + value);
                      });
          AttributeKey<String> second =
              AttributeKey.<String>of("second").onDelete((_, value) -> log.add(value));
          Communicator other = world.duplicate();
          other.rename("other");
          assertThat(other.deleteAttribute(first)).isFalse();
          other.setAttribute(first, "a");
          other.setAttribute(first, "b");
          assertThat(log).containsExactly("other a");
          assertThat(other.deleteAttribute(first)).isTrue();
          assertThat(log).containsExactly("other a", "other b");
          other.setAttribute(first, "c");
          other.setAttribute(second, "d");
          other.close();
          other.close();
          assertThat(log).containsExactly("other a", "other b", "d", "other c");
          assertThatThrownBy(() -> other.attribute(first)).hasMessageContaining("closed");
          assertThatThrownBy(() -> other.setAttribute(first, "e")).hasMessageContaining("closed");
          assertThatThrownBy(() -> other.deleteAttribute(first)).hasMessageContaining("closed");
        });
  }

  @Test
  void attributes_of_the_job_s_communicator_are_deleted_when_it_is_closed() {
    List<String> log = new ArrayList<>();
    RankTeam team = RankTeam.open(TestFabric.LOCAL, 1);
    AttributeKey<String> key =
        AttributeKey.<String>of("last")
            .onDelete((owner, value) -> log.add(owner.size() + " " + value));
    team.run(
        world -> {
          world.setAttribute(key, "bye");
          world.close();
          world.close();
        });
    assertThat(log).containsExactly("1 bye");
  }

  @Test
  void a_delete_that_refuses_keeps_the_value_and_the_communicator() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          List<Integer> tries = new ArrayList<>();
          AttributeKey<Integer> stubborn =
              AttributeKey.<Integer>of("stubborn")
                  .onDelete(
                      (_, value) -> {
                        tries.add(value);
                        if (tries.size() <= 3) {
                          throw new IllegalStateException("still needed");
                        }
                      });
          Communicator other = world.duplicate();
          other.setAttribute(stubborn, 1);
          assertThatThrownBy(() -> other.setAttribute(stubborn, 2)).hasMessage("still needed");
          assertThatThrownBy(() -> other.deleteAttribute(stubborn)).hasMessage("still needed");
          assertThatThrownBy(other::close).hasMessage("still needed");
          assertThat(other.attribute(stubborn)).contains(1);
          other.barrier();
          other.close();
          assertThat(tries).containsExactly(1, 1, 1, 1);
        });
  }

  @Test
  void what_a_communicator_has_reordered_stays_open_with_it() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<String> refusals = new ArrayList<>(List.of("still needed"));
          AttributeKey<String> stubborn =
              AttributeKey.<String>of("stubborn")
                  .onDelete(
                      (_, _) -> {
                        if (!refusals.isEmpty()) {
                          throw new IllegalStateException(refusals.removeLast());
                        }
                      });
          Communicator other = world.duplicate();
          other.setAttribute(stubborn, "value");
          other.reordered().barrier();
          assertThatThrownBy(other::close).hasMessage("still needed");
          other.reordered().barrier();
          other.close();
        });
  }

  @Test
  void the_reason_why_there_is_no_duplicate_is_told_also_if_a_delete_refuses() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          AttributeKey<String> earlier =
              AttributeKey.<String>of("earlier")
                  .shared()
                  .onDelete(
                      (_, value) -> {
                        throw new IllegalStateException(value + " can't be deleted");
                      });
          AttributeKey<String> unique =
              AttributeKey.<String>of("unique")
                  .onCopy(
                      (_, value) -> {
                        throw new UnsupportedOperationException(value + " is the only one");
                      });
          Communicator original = world.duplicate();
          original.setAttribute(earlier, "first");
          original.setAttribute(unique, "second");
          assertThatThrownBy(original::duplicate)
              .hasMessage("second is the only one")
              .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        });
  }

  @Test
  void a_copy_that_refuses_leaves_no_duplicate_and_deletes_what_was_copied() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<String> log = new ArrayList<>();
          AttributeKey<String> earlier =
              AttributeKey.<String>of("earlier").shared().onDelete((_, value) -> log.add(value));
          AttributeKey<String> unique =
              AttributeKey.<String>of("unique")
                  .onCopy(
                      (original, value) -> {
                        throw new UnsupportedOperationException(
                            value + " of " + original.name() + " is the only one");
                      });
          Communicator original = world.duplicate();
          original.rename("original");
          original.setAttribute(earlier, "copied");
          if (world.rank() == 0) {
            original.setAttribute(unique, "value");
            assertThatThrownBy(original::duplicate)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("value of original is the only one");
            assertThat(log).containsExactly("copied");
          } else {
            original.duplicate().close();
          }
          original.barrier();
          original.close();
        });
  }

  @Test
  void a_communicator_that_can_not_be_closed_keeps_its_attributes() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Communicator other = world.duplicate();
          other.setAttribute(PLAIN, "kept");
          Request open = other.iReceive(Buffer.of(new int[1]), 0, 0);
          assertThatThrownBy(other::close).hasMessageContaining("can't be closed");
          assertThat(other.attribute(PLAIN)).contains("kept");
          other.send(Buffer.of(new int[1]), 0, 0);
          open.await();
          other.close();
        });
  }

  @Test
  void functions_may_use_the_attributes_of_the_communicator() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          AttributeKey<String> leaving =
              AttributeKey.<String>of("leaving")
                  .onDelete((owner, value) -> owner.setAttribute(PLAIN, value + " was here"));
          Communicator other = world.duplicate();
          other.setAttribute(leaving, "one");
          other.deleteAttribute(leaving);
          assertThat(other.attribute(PLAIN)).contains("one was here");
          other.setAttribute(leaving, "two");
          other.close();
        });
  }

  @Test
  void null_is_refused_by_keys_too() {
    for (Runnable call :
        List.<Runnable>of(
            () -> AttributeKey.of(null), () -> PLAIN.onCopy(null), () -> PLAIN.onDelete(null))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("(of|onCopy|onDelete) got null instead of (name|function)");
    }
    assertThat(PLAIN).hasToString("attribute plain");
  }

  @Test
  void a_duplicate_has_the_hints_of_its_original_until_it_gets_others() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          assertThat(world.hints()).isEqualTo(Hints.EMPTY);
          world.setHints(Hints.EMPTY.with("first", "1").with("second", "2"));
          world.setHints(Hints.EMPTY.with("second", "two"));
          try (Communicator duplicate = world.duplicate();
              Communicator part = world.split(0, 0)) {
            duplicate.setHints(Hints.EMPTY.with("third", "3"));
            assertThat(duplicate.hints().entries())
                .containsExactly(entry("first", "1"), entry("second", "two"), entry("third", "3"));
            assertThat(world.hints().entries()).hasSize(2);
            assertThat(part.hints()).isEqualTo(Hints.EMPTY);
          }
        });
  }
}
