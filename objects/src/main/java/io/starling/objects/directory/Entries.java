package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.DirectoryRecord.SmallValue;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.protocol.FromPrimary;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** The entries of the objects in copies whose primary this store is; made anew in each view. */
final class Entries {

  private final Outbox outbox;
  private final InstantSource clock;
  private final ObjLongConsumer<Runnable> gathering;
  private final Map<ObjectId, Entry> entries = new HashMap<>();

  /**
   * @param gathering runs an action after the moment in which the gets of an object of some bytes
   *     are gathered
   */
  Entries(Outbox outbox, InstantSource clock, ObjLongConsumer<Runnable> gathering) {
    this.outbox = outbox;
    this.clock = clock;
    this.gathering = gathering;
  }

  int size() {
    return entries.size();
  }

  List<ObjectId> ids() {
    return List.copyOf(entries.keySet());
  }

  /** The entry of an object, which may be a new one. */
  Entry of(ObjectId id) {
    return entries.computeIfAbsent(
        id, unknown -> new Entry(unknown, clock.millis(), outbox, this::gather));
  }

  /** Whether an object has a complete copy, or one that a living writer makes. */
  boolean isRooted(ObjectId id) {
    Entry entry = entries.get(id);
    return entry != null && entry.isRooted();
  }

  /** A question was answered: an entry of which nothing is known may go. */
  void tidy(Entry entry) {
    if (entry.isEmpty()) {
      entries.remove(entry.id());
    }
  }

  /** A record says all of an object now. */
  void end(DirectoryRecord record) {
    Entry entry = entries.remove(record.id());
    if (entry != null) {
      switch (record) {
        case Tombstone stone -> entry.erase(stone);
        case SmallValue value -> entry.answerWith(value);
        default -> throw new AssertionError("no object: " + record);
      }
    }
  }

  /** Forgets an entry; who has a question asks it again. */
  void forget(ObjectId id) {
    entries.remove(id);
  }

  void clear() {
    entries.clear();
  }

  /** What is known of objects; entries of mere questions are left out. */
  List<FromPrimary.Description> describeAll() {
    return entries.values().stream()
        .map(Entry::describe)
        .filter(entry -> !entry.places().isEmpty())
        .toList();
  }

  private void gather(Entry entry) {
    gathering.accept(
        () -> {
          if (entries.get(entry.id()) == entry) {
            entry.onGathered();
          }
        },
        entry.size());
  }
}
