package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.FromPrimary.Place;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary.Publish;
import io.starling.objects.protocol.View;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The directory entry of an object in copies (Hoplite, sections 4.1 and 4.2).
 *
 * <pre>
 * publish ---> a copy of the putter, partial ---.      waiting: stores that asked for a source
 * locate  ---> waiting ------------------------grant-> a copy of the asker, partial, from that source
 * completed -> the copy is complete, its source is free again
 * </pre>
 *
 * <p>Every event ends with {@link #grantWaiting}: a store that waits gets a source as soon as one
 * is free.
 */
final class Entry {

  private final ObjectId id;
  private final Outbox outbox;
  private final Copies copies = new Copies();

  /** The stores that wait for a source, in order, and the source that each wants to avoid. */
  private final Map<Integer, Integer> waiting = new LinkedHashMap<>();

  private final Set<Integer> watchers = new LinkedHashSet<>();
  private final long since;
  private ObjectType type = ObjectType.BYTES;
  private long size;

  /**
   * @param since when it was made, in milliseconds since 1970
   */
  Entry(ObjectId id, long since, Outbox outbox) {
    this.id = id;
    this.since = since;
    this.outbox = outbox;
  }

  /** Whether forgetting the entry loses nothing. */
  boolean isEmpty() {
    return copies.isEmpty() && waiting.isEmpty() && watchers.isEmpty();
  }

  void onPublish(int from, Publish put) {
    Location copy = copies.at(from);
    if (copy != null && copy.isOriginal() && copy.stamp() == put.stamp()) {
      outbox.send(from, new FromPrimary.Accepted(id, put.stamp()));
      return;
    }
    if (copies.isRooted()) {
      outbox.send(from, new FromPrimary.Exists(id, put.stamp()));
      return;
    }
    copies.add(new Location(from, put.stamp(), false, true));
    type = put.type();
    size = put.size();
    waiting.remove(from);
    outbox.send(from, new FromPrimary.Accepted(id, put.stamp()));
    tellWatchers();
    grantWaiting();
  }

  void onCompleted(int from) {
    Location copy = copies.at(from);
    if (copy == null || copy.isComplete()) {
      return;
    }
    boolean first = copies.best() == null || !copies.best().isComplete();
    copies.detach(from);
    copy.complete();
    if (first) {
      tellWatchers();
    }
    keepAnOriginal();
    grantWaiting();
  }

  void onAbandoned(int from) {
    waiting.remove(from);
    Location copy = copies.at(from);
    if (copy != null && !copy.isOriginal() && !copy.isComplete()) {
      copies.remove(from);
    }
    grantWaiting();
  }

  void onRetracted(int from, long stamp) {
    Location copy = copies.at(from);
    if (copy != null && copy.isOriginal() && copy.stamp() == stamp) {
      copies.remove(from);
    }
  }

  void onLocate(int from, int avoid) {
    Location copy = copies.at(from);
    if (copy != null && (copy.isComplete() || copy.isOriginal())) {
      return; // Asked before its own put was accepted.
    }
    copies.detach(from);
    waiting.put(from, avoid);
    grantWaiting();
  }

  void onWithdraw(int from) {
    Location copy = copies.at(from);
    if (copy != null && (copy.isOriginal() || copy.readers() > 0)) {
      outbox.send(from, new FromPrimary.Stays(id));
      return;
    }
    copies.remove(from);
    outbox.send(from, new FromPrimary.Withdrawn(id));
  }

  void onWatch(int from) {
    watchers.add(from);
    if (copies.isRooted()) {
      outbox.send(from, seen());
    }
  }

  void onUnwatch(int from) {
    watchers.remove(from);
  }

  FromPrimary.Description describe() {
    return new FromPrimary.Description(
        id,
        type,
        size,
        false,
        false,
        since,
        copies.all().stream()
            .map(
                copy ->
                    new Place(
                        copy.slot(),
                        copy.isComplete(),
                        copy.isOriginal(),
                        copy.source(),
                        copy.readers()))
            .toList());
  }

  /** The object was deleted, or is a small one now: nothing of the entry matters any more. */
  void erase() {
    copies.all().forEach(copy -> outbox.send(copy.slot(), new FromPrimary.Drop(id)));
    waiting.keySet().forEach(slot -> outbox.send(slot, new FromPrimary.Deleted(id)));
    watchers.forEach(slot -> outbox.send(slot, new FromPrimary.Deleted(id)));
  }

  /** Answers all who wait with the value of a small object; copies cannot exist beside it. */
  void answerWith(FromPrimary.Value value) {
    waiting.keySet().forEach(slot -> outbox.send(slot, value));
    watchers.forEach(
        slot ->
            outbox.send(
                slot,
                new FromPrimary.Seen(id, value.type(), value.value().length, View.NO_STORE, true)));
    waiting.clear();
    watchers.clear();
  }

  boolean isRooted() {
    return copies.isRooted();
  }

  /** A copy that a store has at the beginning of a view. */
  void restore(int slot, Holding holding) {
    Location copy = new Location(slot, holding.stamp(), holding.complete(), holding.original());
    boolean rooted = copy.isComplete() || copy.isOriginal();
    if (rooted || copies.isEmpty()) {
      type = holding.type();
      size = holding.size();
    }
    copies.add(copy);
  }

  /** After all copies: a store said from where it fetches. */
  void restoreSource(int slot, int source) {
    if (source != View.NO_STORE && copies.at(source) != null) {
      copies.attach(slot, source);
    }
  }

  /** After all copies and sources of the beginning of a view. */
  void begin() {
    keepAnOriginal();
  }

  /** A complete copy becomes the original if the store that had it is lost. */
  private void keepAnOriginal() {
    Location best = copies.best();
    if (best != null && copies.all().stream().noneMatch(Location::isOriginal)) {
      best.pin();
      outbox.send(best.slot(), new FromPrimary.Pin(id));
    }
  }

  private void grantWaiting() {
    Iterator<Map.Entry<Integer, Integer>> askers = waiting.entrySet().iterator();
    while (askers.hasNext() && copies.hasFree()) {
      Map.Entry<Integer, Integer> asker = askers.next();
      int slot = asker.getKey();
      Location source = copies.sourceFor(slot, asker.getValue());
      if (source == null) {
        continue;
      }
      askers.remove();
      if (copies.at(slot) == null) {
        copies.add(new Location(slot, 0, false, false));
      }
      copies.attach(slot, source.slot());
      outbox.send(slot, new FromPrimary.Granted(id, type, size, source.slot(), source.stamp()));
    }
  }

  private void tellWatchers() {
    watchers.forEach(slot -> outbox.send(slot, seen()));
  }

  private FromPrimary.Seen seen() {
    Location best = copies.best();
    return new FromPrimary.Seen(id, type, size, best.slot(), best.isComplete());
  }
}
