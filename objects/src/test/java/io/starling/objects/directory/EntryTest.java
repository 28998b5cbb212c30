package io.starling.objects.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.FromPrimary.Place;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What the directory knows of copies. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class EntryTest {

  private final ObjectId id = ObjectId.of("object");
  private final Map<Integer, Message> answers = new HashMap<>();
  private final Entry entry = new Entry(id, 0, answers::put, asked -> {});

  private void locate(int slot) {
    entry.onLocate(slot, new ToPrimary.Locate(id, Lane.ALL, View.NO_STORE));
  }

  @Test
  void a_copy_that_came_by_the_grant_of_a_closed_get_is_known_and_goes_with_the_object() {
    entry.onPublish(0, new ToPrimary.Publish(id, ObjectType.BYTES, 1 << 20, 1, false));
    locate(1);
    entry.onAbandoned(1);
    locate(1); // It is held back, but fetches from the source of its first get.
    entry.onCompleted(1);
    assertThat(entry.describe().places())
        .filteredOn(place -> place.store() == 1)
        .singleElement()
        .matches(Place::complete);
    entry.erase(new Tombstone(id, ""));
    assertThat(answers.get(1)).isInstanceOf(FromPrimary.Drop.class);
  }

  @Test
  void a_copy_of_a_store_that_did_not_ask_is_none() {
    entry.onPublish(0, new ToPrimary.Publish(id, ObjectType.BYTES, 1 << 20, 1, false));
    entry.onCompleted(1);
    assertThat(entry.describe().places()).extracting(Place::store).containsExactly(0);
  }
}
