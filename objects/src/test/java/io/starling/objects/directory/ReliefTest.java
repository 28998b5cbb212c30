package io.starling.objects.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.protocol.FromPrimary.Place;
import io.starling.objects.protocol.FromPrimary.Source;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After deaths no copy serves more than two halves. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReliefTest {

  private static final int ROOT = 0;
  private static final int STORES = 20;

  private final ObjectId id = ObjectId.of("object");
  private final Map<Integer, Message> answers = new HashMap<>();
  private final Entry entry = new Entry(id, 0, answers::put, asked -> {});

  private void plant() {
    for (int slot = 1; slot <= STORES; slot++) {
      entry.onLocate(slot, new ToPrimary.Locate(id, Lane.ALL, View.NO_STORE));
    }
    entry.onPublish(ROOT, new ToPrimary.Publish(id, ObjectType.BYTES, 1 << 20, 1, false));
    answers.clear();
  }

  private Map<Integer, Place> places() {
    Map<Integer, Place> places = new HashMap<>();
    entry.describe().places().forEach(place -> places.put(place.store(), place));
    return places;
  }

  private static int source(Place place, Lane half) {
    return half == Lane.EVEN ? place.evenSource() : place.oddSource();
  }

  /** Who is behind dead stores asks, in any order, before all know that they are dead. */
  private void askForOthers(Set<Integer> dead, Random random) {
    List<Place> living = new ArrayList<>();
    do {
      living.clear();
      places().values().stream()
          .filter(place -> !dead.contains(place.store()))
          .forEach(living::add);
      Collections.shuffle(living, random);
      living.removeIf(place -> !askForOther(place, dead));
    } while (!living.isEmpty()); // One dead store may have been given for another.
  }

  private boolean askForOther(Place place, Set<Integer> dead) {
    boolean asked = false;
    for (Lane half : Lane.HALVES) {
      if (dead.contains(source(place, half))) {
        entry.onLocate(place.store(), new ToPrimary.Locate(id, half, source(place, half)));
        assertThat(answers.get(place.store())).isInstanceOf(Granted.class);
        asked = true;
      }
    }
    return asked;
  }

  private void checkTrees() {
    Map<Integer, Place> places = places();
    assertThat(places.values()).allMatch(place -> place.readers() <= 2);
    for (Place place : places.values()) {
      for (Lane half : Lane.HALVES) {
        Set<Integer> way = new HashSet<>();
        for (int at = place.store(); at != ROOT; at = source(places.get(at), half)) {
          assertThat(way.add(at)).as("no circle: %s", places).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 10, 12, 20})
  void the_source_of_a_dead_store_serves_those_behind_it_before_the_death_is_known(int dead) {
    plant();
    askForOthers(Set.of(dead), new Random(dead));
    entry.onAbandoned(dead);
    checkTrees();
  }

  @Test
  void after_some_deaths_no_copy_serves_more_than_two_halves() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ReliefTest run = new ReliefTest();
      run.plant();
      Set<Integer> dead = new HashSet<>();
      for (int i = 0; i < 2 + random.nextInt(3); i++) {
        dead.add(1 + random.nextInt(STORES));
      }
      run.askForOthers(dead, random);
      dead.forEach(run.entry::onAbandoned);
      run.checkTrees();
    }
  }

  @Test
  void a_view_that_begins_relieves_a_copy_that_serves_three() {
    entry.restore(
        ROOT,
        new Holding(id, ObjectType.BYTES, 1 << 20, 1, true, true, View.NO_STORE, View.NO_STORE));
    int[] even = {ROOT, ROOT, ROOT, 3};
    int[] odd = {4, 4, 2, 3};
    for (int slot = 1; slot <= 4; slot++) {
      entry.restore(
          slot,
          new Holding(
              id, ObjectType.BYTES, 1 << 20, 0, false, false, even[slot - 1], odd[slot - 1]));
    }
    for (int slot = 1; slot <= 4; slot++) {
      entry.restoreSource(slot, Lane.EVEN, even[slot - 1]);
    }
    assertThat(places().get(ROOT).readers()).isEqualTo(3);
    entry.begin();
    assertThat(places().values()).allMatch(place -> place.readers() <= 2);
    Granted grant = (Granted) answers.get(1);
    assertThat(grant.sources()).extracting(Source::half).containsExactly(Lane.EVEN);
    assertThat(places().get(1).evenSource()).isNotEqualTo(ROOT);
  }

  @Test
  void a_reader_is_not_moved_behind_itself() {
    Copies copies = new Copies();
    for (int slot = ROOT; slot <= 4; slot++) {
      copies.add(new Location(slot, 0, slot == ROOT, slot == ROOT));
    }
    for (int slot = 1; slot <= 3; slot++) {
      copies.attach(copies.at(slot), copies.at(ROOT), Lane.EVEN);
    }
    copies.attach(copies.at(4), copies.at(1), Lane.EVEN);
    for (int slot = 1; slot <= 3; slot++) { // They serve the other half.
      copies.attach(copies.at(slot % 3 + 1), copies.at(slot), Lane.ODD);
    }
    copies.attach(copies.at(4), copies.at(2), Lane.ODD);
    copies.at(3).addReaders(Lane.ODD, 1);
    new Relief(copies).relieve((reader, half) -> assertThat(half).isEqualTo(Lane.EVEN));
    assertThat(copies.at(1).source(Lane.EVEN)).isEqualTo(ROOT);
    assertThat(copies.at(ROOT).readers()).isEqualTo(2);
    assertThat(copies.at(2).source(Lane.EVEN)).isEqualTo(4);
  }
}
