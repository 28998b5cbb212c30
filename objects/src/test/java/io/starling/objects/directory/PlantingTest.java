package io.starling.objects.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.protocol.FromPrimary.Place;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shapes that gets of one object take. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PlantingTest {

  private static final int ROOT = 0;

  private final ObjectId id = ObjectId.of("object");
  private final Map<Integer, Message> answers = new HashMap<>();
  private final List<Runnable> gathered = new ArrayList<>();
  private final Entry entry =
      new Entry(id, 0, answers::put, asked -> gathered.add(asked::onGathered));

  private void publish() {
    entry.onPublish(ROOT, new ToPrimary.Publish(id, ObjectType.BYTES, 1 << 20, 1, false));
  }

  private void locate(int slot) {
    entry.onLocate(slot, new ToPrimary.Locate(id, Lane.ALL, View.NO_STORE));
  }

  private void gather() {
    List.copyOf(gathered).forEach(Runnable::run);
  }

  private Map<Integer, Place> places() {
    Map<Integer, Place> places = new HashMap<>();
    entry.describe().places().forEach(place -> places.put(place.store(), place));
    return places;
  }

  private static int depth(Map<Integer, Place> places, ToIntFunction<Place> source) {
    int deepest = 0;
    for (Place place : places.values()) {
      int depth = 0;
      for (Place at = place; at.store() != ROOT; at = places.get(source.applyAsInt(at))) {
        depth++;
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  private static long inner(Map<Integer, Place> places) {
    return places.values().stream()
        .map(Place::store)
        .filter(slot -> slot != ROOT)
        .filter(
            slot ->
                places.values().stream().anyMatch(place -> place.evenSource() == slot)
                    && places.values().stream().anyMatch(place -> place.oddSource() == slot))
        .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 16, 99, 1000})
  void stores_that_wait_for_a_put_get_two_trees(int askers) {
    for (int slot = 1; slot <= askers; slot++) {
      locate(slot);
    }
    publish();
    Map<Integer, Place> places = places();
    int levels = 34 - Integer.numberOfLeadingZeros(askers);
    assertThat(places.values()).allMatch(place -> place.readers() <= 2);
    assertThat(depth(places, Place::evenSource)).isLessThanOrEqualTo(levels);
    assertThat(depth(places, Place::oddSource)).isLessThanOrEqualTo(levels);
    assertThat(inner(places)).as("stores that are inner in both trees").isLessThanOrEqualTo(1);
    assertThat(places.values().stream().mapToInt(place -> 2 - place.readers()).sum())
        .as("a next store finds what it needs")
        .isEqualTo(2);
  }

  @Test
  void stores_that_come_one_by_one_get_a_chain_and_never_wait() {
    publish();
    for (int slot = 1; slot < 10; slot++) {
      locate(slot);
      Granted grant = (Granted) answers.get(slot);
      assertThat(grant.sources()).extracting(FromPrimary.Source::store).containsOnly(slot - 1);
      gather();
    }
  }

  @Test
  void stores_that_come_at_once_wait_a_moment_for_each_other() {
    publish();
    locate(1);
    assertThat(answers.get(1)).isInstanceOf(Granted.class);
    for (int slot = 2; slot < 100; slot++) {
      locate(slot);
      assertThat(answers.get(slot)).isNull();
    }
    gather();
    assertThat(answers).containsKeys(2, 99);
    assertThat(depth(places(), Place::evenSource)).isLessThanOrEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 12, 20})
  void those_behind_a_dead_store_find_other_sources_at_once(int dead) {
    for (int slot = 1; slot <= 20; slot++) {
      locate(slot);
    }
    publish();
    Map<Integer, Place> before = places();
    answers.clear();
    entry.onAbandoned(dead);
    for (Place place : before.values()) {
      boolean even = place.evenSource() == dead;
      boolean odd = place.oddSource() == dead;
      if (even || odd) {
        Lane lane = even && odd ? Lane.ALL : even ? Lane.EVEN : Lane.ODD;
        entry.onLocate(place.store(), new ToPrimary.Locate(id, lane, dead));
        assertThat(answers.get(place.store())).isInstanceOf(Granted.class);
      }
    }
    assertThat(depth(places(), Place::evenSource)).isLessThan(20);
    assertThat(depth(places(), Place::oddSource)).isLessThan(20);
    assertThat(places().values()).allMatch(place -> place.readers() <= 2);
  }

  @Test
  void those_who_wait_with_readers_of_their_own_are_planted_behind_each_other() {
    for (int slot = 1; slot <= 4; slot++) {
      int source = slot % 2 == 0 ? slot - 1 : View.NO_STORE;
      entry.restore(
          slot, new Holding(id, ObjectType.BYTES, 1 << 20, 0, false, false, source, source));
    }
    for (Lane half : Lane.HALVES) {
      entry.restoreSource(2, half, 1);
      entry.restoreSource(4, half, 3);
    }
    locate(1);
    locate(3);
    publish();
    assertThat(places().get(1).evenSource()).isEqualTo(ROOT);
    assertThat(places().get(3).evenSource()).isEqualTo(2);
    assertThat(places().get(3).oddSource()).isEqualTo(2);
    assertThat(places().values()).allMatch(place -> place.readers() <= 2);
  }

  @Test
  void a_source_that_an_asker_does_not_reach_is_not_given_to_it() {
    publish();
    entry.onLocate(1, new ToPrimary.Locate(id, Lane.ALL, ROOT));
    assertThat(answers.get(1)).isNull();
    locate(2);
    gather();
    assertThat(((Granted) answers.get(1)).sources())
        .extracting(FromPrimary.Source::store)
        .containsOnly(2);
  }

  @Test
  void what_two_stores_said_of_different_moments_makes_no_circle() {
    entry.restore(
        ROOT,
        new Holding(id, ObjectType.BYTES, 1 << 20, 1, true, true, View.NO_STORE, View.NO_STORE));
    for (int slot = 1; slot <= 2; slot++) {
      entry.restore(
          slot, new Holding(id, ObjectType.BYTES, 1 << 20, 0, false, false, 3 - slot, 3 - slot));
    }
    for (int slot = 1; slot <= 2; slot++) {
      entry.restoreSource(slot, Lane.EVEN, 3 - slot);
      entry.restoreSource(slot, Lane.ODD, 3 - slot);
    }
    entry.begin();
    assertThat(depth(places(), Place::evenSource)).isEqualTo(2);
    assertThat(depth(places(), Place::oddSource)).isEqualTo(2);
  }
}
