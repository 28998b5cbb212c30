package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.SmallValue;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.FromPrimary.Source;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary.Locate;
import io.starling.objects.protocol.ToPrimary.Publish;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The directory entry of an object in copies (Hoplite, sections 4.1 and 4.2).
 *
 * <pre>
 * publish ---> a copy of the putter, partial ---.      waiting: stores that asked for a source
 * locate  ---> waiting ------------------------grant-> a copy of the asker, partial, from that source
 * completed -> the copy is complete, its source is free again
 * </pre>
 *
 * <p>Every event ends with {@link #grantWaiting}: a store that waits gets sources as soon as a copy
 * is rooted. Only newcomers are held back for a moment when others were served just before: many of
 * them get a tree, where one after the other would get a chain.
 */
final class Entry {

  private final ObjectId id;
  private final Outbox outbox;
  private final Consumer<Entry> gather;
  private final Copies copies = new Copies();

  /** The stores that wait for sources, in order, and the source that each wants to avoid. */
  private final Map<Integer, Integer> waiting = new LinkedHashMap<>();

  private final Set<Integer> watchers = new LinkedHashSet<>();
  private final long since;
  private ObjectType type = ObjectType.BYTES;
  private long size;
  private boolean gathering;

  /**
   * @param since when it was made, in milliseconds since 1970
   * @param gather calls {@link #onGathered} in a moment, while the entry stands
   */
  Entry(ObjectId id, long since, Outbox outbox, Consumer<Entry> gather) {
    this.id = id;
    this.since = since;
    this.outbox = outbox;
    this.gather = gather;
  }

  ObjectId id() {
    return id;
  }

  /** The bytes of the object. */
  long size() {
    return size;
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
    hear(from);
    type = put.type();
    size = put.size();
    outbox.send(from, new FromPrimary.Accepted(id, put.stamp()));
    tellWatchers();
    grantWaiting();
  }

  void onCompleted(int from) {
    Location copy = copies.at(from);
    if (copy == null && waiting.containsKey(from)) {
      // It got all from a source that was granted to a get which it closed since.
      copy = new Location(from, 0, false, false);
      copies.add(copy);
    }
    if (copy == null || copy.isComplete()) {
      return;
    }
    boolean first = copies.best() == null || !copies.best().isComplete();
    waiting.remove(from);
    hear(from);
    copies.detach(from, Lane.ALL);
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
      if (!copies.isRooted()) {
        tellWatchers();
      }
    }
    grantWaiting();
  }

  void onLocate(int from, Locate question) {
    copies.detach(from, question.lane());
    hear(from);
    copies.miss(question.avoid());
    waiting.put(from, question.avoid());
    grantWaiting();
  }

  /** A store lives, so none has to avoid it. */
  private void hear(int slot) {
    copies.hear(slot);
    waiting.replaceAll((asker, avoided) -> avoided == slot ? View.NO_STORE : avoided);
  }

  /** Those who came in the meantime are served together. */
  void onGathered() {
    gathering = false;
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
    outbox.send(from, seen());
  }

  void onUnwatch(int from) {
    watchers.remove(from);
  }

  FromPrimary.Description describe() {
    return new FromPrimary.Description(
        id, type, size, false, since, copies.all().stream().map(Location::place).toList());
  }

  /** There is no such object any more: nothing of the entry matters. */
  void erase(Tombstone stone) {
    FromPrimary.Drop drop = new FromPrimary.Drop(id, stone.failure());
    FromPrimary.Gone gone = new FromPrimary.Gone(id, stone.failure());
    copies.all().forEach(copy -> outbox.send(copy.slot(), drop));
    waiting.keySet().forEach(slot -> outbox.send(slot, gone));
    watchers.forEach(slot -> outbox.send(slot, gone));
  }

  /** Answers all who wait with the value of a small object; copies cannot exist beside it. */
  void answerWith(SmallValue value) {
    waiting
        .keySet()
        .forEach(slot -> outbox.send(slot, new FromPrimary.Value(id, value.type(), value.value())));
    watchers.forEach(slot -> outbox.send(slot, RecordAnswers.seen(value)));
  }

  boolean isRooted() {
    return copies.isRooted();
  }

  /** A copy that a store has at the beginning of a view. */
  void restore(int slot, Holding holding) {
    Location copy = new Location(slot, holding.stamp(), holding.complete(), holding.original());
    if (copy.isRoot() || copies.isEmpty()) {
      type = holding.type();
      size = holding.size();
    }
    copies.add(copy);
  }

  /** After all copies: a store said from where it fetches a half. */
  void restoreSource(int slot, Lane half, int from) {
    Location copy = copies.at(slot);
    Location source = copies.at(from);
    if (source == null || copy.isRoot()) {
      return;
    }
    if (copies.top(source, half) == copy) {
      waiting.put(slot, View.NO_STORE); // What two stores said of different moments makes a circle.
    } else {
      copies.attach(copy, source, half);
    }
  }

  /** After all copies and sources of the beginning of a view. */
  void begin() {
    keepAnOriginal();
    grantWaiting();
    Grants moves = new Grants(copies);
    new Relief(copies).relieve(moves::add);
    moves.forEach(this::grant);
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
    if (waiting.isEmpty() || !copies.isRooted()) {
      return;
    }
    List<Location> batch = new ArrayList<>();
    for (int slot : waiting.keySet()) {
      Location copy = copies.at(slot);
      if (copy == null && !gathering) {
        copy = new Location(slot, 0, false, false);
        copy.join(true);
        copies.add(copy);
      }
      if (copy != null && !copy.isRoot()) { // A root's own put may be given up yet.
        batch.add(copy);
      }
    }
    Grants grants = new Grants(copies);
    for (Lane half : Lane.HALVES) {
      new Planting(copies, half, batch).plant(waiting).forEach(copy -> grants.add(copy, half));
    }
    batch.forEach(copy -> copy.join(false));
    if (grants.isEmpty()) {
      return;
    }
    new Relief(copies).relieve(grants::add);
    grants.forEach(this::grant);
    if (!gathering) {
      gathering = true;
      gather.accept(this);
    }
  }

  private void grant(Location asker, List<Source> sources) {
    if (Lane.HALVES.stream().noneMatch(half -> asker.source(half) == View.NO_STORE)) {
      waiting.remove(asker.slot());
    }
    outbox.send(asker.slot(), new FromPrimary.Granted(id, type, size, sources));
  }

  private void tellWatchers() {
    watchers.forEach(slot -> outbox.send(slot, seen()));
  }

  private FromPrimary seen() {
    Location best = copies.best();
    return best == null
        ? new FromPrimary.Unseen(id)
        : new FromPrimary.Seen(id, type, size, best.slot(), best.isComplete());
  }
}
