package io.starling.objects.membership;

import static io.starling.objects.membership.VirtualStores.MILLISECOND;
import static io.starling.objects.membership.VirtualStores.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.protocol.View;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MembershipTest {

  private static final long SEED = Long.getLong("starling.seed", 20210823L);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 9})
  void stores_that_ask_join_one_per_view(int count) {
    VirtualStores stores = new VirtualStores(SEED, count);
    assertThat(stores.newest().number()).isEqualTo(count);
    assertThat(stores.newest().nextSlot()).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 9})
  void a_killed_store_is_out_within_50_ms(int count) {
    for (int slot = 0; slot < count; slot++) {
      VirtualStores stores = new VirtualStores(SEED + slot, count);
      stores.bySlot(slot).kill();
      assertThat(stores.await(SECOND, stores::isSettled))
          .as("seed %d", stores.seed)
          .isLessThan(50 * MILLISECOND);
    }
  }

  @Test
  void two_keepers_of_five_that_are_killed_at_once_are_out_within_100_ms() {
    for (int run = 0; run < 10; run++) {
      VirtualStores stores = new VirtualStores(SEED + run, 7);
      stores.bySlot(run % 5).kill();
      stores.bySlot((run + 1) % 5).kill();
      assertThat(stores.await(SECOND, stores::isSettled))
          .as("seed %d", stores.seed)
          .isLessThan(100 * MILLISECOND);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 9})
  void a_silent_store_is_out_after_the_silence_and_within_a_second_more(int count) {
    for (int slot = 0; slot < count; slot++) {
      VirtualStores stores = new VirtualStores(SEED + slot, count);
      stores.run(3 * SECOND);
      stores.bySlot(slot).vanish();
      assertThat(stores.await(10 * SECOND, stores::isSettled))
          .as("seed %d", stores.seed)
          .isBetween(4 * SECOND, 6 * SECOND);
    }
  }

  @Test
  void a_store_whose_ticks_are_late_but_that_answers_stays() {
    VirtualStores stores = new VirtualStores(SEED, 5);
    View before = stores.newest();
    stores.bySlot(0).lazy = true;
    stores.bySlot(4).lazy = true;
    stores.run(60 * SECOND);
    stores.heal();
    stores.run(60 * SECOND);
    assertThat(stores.newest()).isEqualTo(before);
  }

  @Test
  void a_keeper_that_was_stopped_suspects_no_store_for_it() {
    for (int count : new int[] {2, 3, 6}) {
      VirtualStores stores = new VirtualStores(SEED, count);
      View before = stores.newest();
      // All at once: none sees another's silence but in its own stop.
      stores.stores.values().forEach(store -> store.stopped = true);
      stores.run(60 * SECOND);
      stores.heal();
      stores.run(20 * SECOND);
      assertThat(stores.newest()).isEqualTo(before);
      assertThat(stores.stores.values()).allSatisfy(store -> assertThat(store.said).isEmpty());
    }
  }

  @Test
  void a_single_keeper_that_was_stopped_evicts_no_store() {
    VirtualStores stores = new VirtualStores(SEED, 2);
    View before = stores.newest();
    stores.bySlot(0).stopped = true;
    stores.run(30 * SECOND);
    assertThat(stores.bySlot(1).said)
        .singleElement()
        .asString()
        .startsWith("no quorum: store 0 (local:1) alone decides on view 3");
    stores.heal();
    stores.run(20 * SECOND);
    assertThat(stores.newest()).isEqualTo(before);
    assertThat(stores.bySlot(1).said).hasSize(2).last().isEqualTo("quorum again");
  }

  @Test
  void a_store_that_was_stopped_for_long_is_evicted_and_joins_with_another_slot() {
    VirtualStores stores = new VirtualStores(SEED, 4);
    VirtualStore sleeper = stores.bySlot(0);
    sleeper.stopped = true;
    stores.run(20 * SECOND);
    assertThat(stores.newest().contains(0)).isFalse();
    stores.heal();
    stores.await(SECOND, stores::isSettled);
    assertThat(sleeper.slot).isEqualTo(4);
    assertThat(sleeper.said)
        .singleElement()
        .asString()
        .endsWith("was decided without store 0, which the other stores did not hear or reach");
  }

  @Test
  void a_link_that_is_refused_makes_no_store_leave() {
    for (int other = 1; other < 5; other++) {
      VirtualStores stores = new VirtualStores(SEED, 5);
      View before = stores.newest();
      stores.refuse(1, other + 1, true);
      stores.run(30 * SECOND);
      assertThat(stores.newest()).isEqualTo(before);
    }
  }

  @Test
  void a_store_that_one_alone_finds_dead_stays_as_long_as_it_is_heard() {
    VirtualStores stores = new VirtualStores(SEED, 5);
    View before = stores.newest();
    for (int lie = 0; lie < 100; lie++) {
      stores.bySlot(4).membership.onUnreachable(1 + lie % 3);
      stores.run(SECOND / 5);
    }
    assertThat(stores.newest()).isEqualTo(before);
  }

  @Test
  void a_report_by_one_store_is_enough_where_the_keepers_hear_nothing_either() {
    VirtualStores stores = new VirtualStores(SEED, 5);
    stores.bySlot(1).vanish();
    stores.at(SECOND / 2, () -> stores.bySlot(4).membership.onUnreachable(1));
    assertThat(stores.await(10 * SECOND, stores::isSettled)).isLessThan(2 * SECOND);
  }

  @Test
  void a_minority_decides_nothing_and_says_so_once() {
    VirtualStores stores = new VirtualStores(SEED, 5);
    List<VirtualStore> minority = List.of(stores.bySlot(0), stores.bySlot(1));
    String others =
        "not reached: %s, %s, %s".formatted(stores.newest().members().subList(2, 5).toArray());
    stores.partition(Set.of(minority.getFirst().port, minority.getLast().port));
    stores.run(30 * SECOND);
    for (VirtualStore store : minority) {
      assertThat(store.view().number()).isEqualTo(5);
      assertThat(store.said).singleElement().asString().startsWith("no quorum: store ");
      assertThat(store.said.getFirst())
          .contains("reaches 2 of the 5 keepers of view 5, and 3 have to agree")
          .contains(others)
          .contains("Look at the network");
    }
    assertThat(stores.newest().members()).hasSize(3);
    stores.heal();
    stores.await(5 * SECOND, stores::isSettled);
    assertThat(stores.newest().nextSlot()).isEqualTo(7);
  }

  @Test
  void a_store_that_was_cut_off_while_all_its_keepers_left_is_told_by_another_store() {
    VirtualStores stores = new VirtualStores(SEED, 9);
    VirtualStore lonely = stores.bySlot(8);
    stores.partition(Set.of(lonely.port));
    stores.run(8 * SECOND);
    for (int slot = 0; slot < 5; slot++) {
      stores.bySlot(slot).leave();
    }
    stores.run(SECOND);
    assertThat(stores.newest().members()).hasSize(3);
    stores.heal();
    stores.await(2 * SECOND, stores::isSettled);
    assertThat(lonely.slot).isEqualTo(9);
  }

  @Test
  void stores_that_leave_are_out_at_once_even_all_keepers_together() {
    VirtualStores stores = new VirtualStores(SEED, 8);
    Set<Integer> left = new HashSet<>();
    for (int slot : new int[] {0, 1, 2, 3, 4}) {
      VirtualStore store = stores.bySlot(slot);
      left.add(store.port);
      store.leave();
    }
    stores.await(SECOND, () -> stores.newest().members().size() == 3);
    stores.await(SECOND, stores::isSettled);
    left.forEach(
        port ->
            assertThat(stores.stores.get(port).said)
                .singleElement()
                .asString()
                .startsWith("left with view "));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void all_stores_can_leave(int count) {
    VirtualStores stores = new VirtualStores(SEED, count);
    stores.living().forEach(VirtualStore::leave);
    stores.await(2 * SECOND, () -> stores.living().isEmpty());
  }
}
