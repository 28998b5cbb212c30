package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Records that go when they have outlived all late messages: after that time, and before twice of
 * it. Records of one period go together, so millions of them need one timer, and leave no table
 * behind.
 */
final class PassingRecords {

  private final Consumer<Runnable> expiry;
  private Map<ObjectId, DirectoryRecord> young = new HashMap<>();
  private Map<ObjectId, DirectoryRecord> old = new HashMap<>();

  /** Whether a period is under way; with two of them records would go too soon. */
  private boolean ages;

  /**
   * @param expiry runs an action when a record that is made now may go
   */
  PassingRecords(Consumer<Runnable> expiry) {
    this.expiry = expiry;
  }

  DirectoryRecord of(ObjectId id) {
    DirectoryRecord record = young.get(id);
    return record != null || old.isEmpty() ? record : old.get(id);
  }

  void add(DirectoryRecord record) {
    if (!ages) {
      ages = true;
      expiry.accept(this::age);
    }
    young.put(record.id(), record);
  }

  void remove(ObjectId id) {
    young.remove(id);
    old.remove(id);
  }

  Stream<DirectoryRecord> all() {
    return Stream.concat(
        young.values().stream(),
        old.values().stream().filter(record -> !young.containsKey(record.id())));
  }

  private void age() {
    old = young;
    young = new HashMap<>();
    ages = !old.isEmpty();
    if (ages) {
      expiry.accept(this::age);
    }
  }
}
