package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.View;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The records of a store, as primary and as backup.
 *
 * <p>Invariant: what a primary has answered is on its backup. So the loss of one store loses no
 * record. One store at most joins with a new view; then one of primary and backup stays in office.
 * The other may be the only store beside it that has the record, until the new one has it too: so
 * it forgets only later, but before any deletion is forgotten that it has not heard of.
 */
final class Records {

  private final int self;
  private final Outbox outbox;
  private final Consumer<Runnable> expiry;
  private final Map<ObjectId, DirectoryRecord> kept = new HashMap<>();
  private final PassingRecords passing;

  /** What happens when the backup has answered, by object, in the order of the questions. */
  private final Map<ObjectId, Queue<Runnable>> unsecured = new HashMap<>();

  private View view;

  /**
   * @param expiry runs an action when a record has outlived all late messages
   */
  Records(int self, Outbox outbox, Consumer<Runnable> expiry) {
    this.self = self;
    this.outbox = outbox;
    this.expiry = expiry;
    this.passing = new PassingRecords(expiry);
  }

  /** The record of an object, or null. */
  DirectoryRecord of(ObjectId id) {
    DirectoryRecord record = kept.get(id);
    return record == null ? passing.of(id) : record;
  }

  /** As primary: keeps a record; {@code then} runs as soon as it can't be lost with this store. */
  void secure(DirectoryRecord record, Runnable then) {
    keep(record);
    int backup = view.backup(record.id());
    if (backup == View.NO_STORE) {
      then.run();
      return;
    }
    unsecured.computeIfAbsent(record.id(), id -> new ArrayDeque<>()).add(then);
    outbox.send(backup, new RecordMessage.Keep(record));
  }

  /** As primary: runs {@code then} as soon as the record that is there can't be lost. */
  void whenSecure(ObjectId id, Runnable then) {
    if (unsecured.containsKey(id)) {
      secure(of(id), then);
    } else {
      then.run();
    }
  }

  void on(int from, RecordMessage message) {
    switch (message) {
      case RecordMessage.Keep keep -> {
        keep(keep.record());
        outbox.send(from, new RecordMessage.Kept(keep.record().id()));
      }
      case RecordMessage.Kept done -> {
        Queue<Runnable> waiting = unsecured.get(done.id());
        Runnable then = waiting.remove();
        if (waiting.isEmpty()) {
          unsecured.remove(done.id());
        }
        then.run();
      }
    }
  }

  /** As primary or backup: keeps a record; a deletion or a result is never undone. */
  void keep(DirectoryRecord record) {
    DirectoryRecord known = of(record.id());
    boolean isLater = known == null || known.rank() <= record.rank();
    if (isLater && known != record) {
      kept.remove(record.id());
      passing.remove(record.id());
      if (record.expires()) {
        passing.add(record);
      } else {
        kept.put(record.id(), record);
      }
    }
  }

  /** All records of which this store is the primary. */
  List<DirectoryRecord> asPrimary() {
    return all().filter(record -> view.primary(record.id()) == self).toList();
  }

  /** The records by the store that is their primary in a view. */
  Map<Integer, List<DirectoryRecord>> byPrimary(View next) {
    return all().collect(Collectors.groupingBy(record -> next.primary(record.id())));
  }

  private Stream<DirectoryRecord> all() {
    return Stream.concat(kept.values().stream(), passing.all());
  }

  /**
   * After {@link #byPrimary}: what waited for a backup is asked again by those who want to know.
   */
  void enter(View next) {
    view = next;
    unsecured.clear();
    List<DirectoryRecord> others = all().filter(this::isOfOthers).toList();
    if (!others.isEmpty()) {
      expiry.accept(() -> others.forEach(this::forget));
    }
  }

  private void forget(DirectoryRecord record) {
    if (isOfOthers(record) && record.equals(of(record.id()))) {
      kept.remove(record.id());
      passing.remove(record.id());
    }
  }

  private boolean isOfOthers(DirectoryRecord record) {
    return view.primary(record.id()) != self && view.backup(record.id()) != self;
  }

  /** As primary, when all records have come: brings them to the backups of the view. */
  void secureAll() {
    asPrimary().forEach(record -> secure(record, () -> {}));
  }
}
