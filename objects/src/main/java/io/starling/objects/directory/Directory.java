package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;
import io.starling.objects.protocol.DirectoryRecord.SmallValue;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Holdings;
import io.starling.objects.protocol.Holdings.Holding;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.ToPrimary.PutValue;
import io.starling.objects.protocol.View;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * The directory entries of the objects whose primary this store is.
 *
 * <pre>
 * new view ---> Holdings of every member come in ---> entries stand again ---> questions are answered
 *               (questions wait)
 * </pre>
 *
 * <p>Entries are made anew in each view from what the stores have; who has a question open asks it
 * again. Only {@link Records} outlive a view. All decisions about an object are taken here, one
 * after the other, so each is atomic.
 */
public final class Directory {

  /** Values below this are kept by the directory (64 KB in the paper). */
  public static final int SMALL = 64 << 10;

  /** The stamp of a value that no put made. */
  private static final long NO_PUT = 0;

  private static final String EXISTS = "it exists; take a new id";

  private record Question(int from, ToPrimary message) {}

  private record Restored(int from, Holding copy) {}

  private final int self;
  private final Outbox outbox;
  private final Records records;
  private final RecordAnswers known;
  private final ReduceDesk reduces;
  private final InstantSource clock;
  private final Entries entries;

  /** The stores whose holdings have not come yet. */
  private final Set<Integer> awaited = new HashSet<>();

  private final Queue<Restored> restored = new ArrayDeque<>();
  private final Queue<Question> early = new ArrayDeque<>();

  /**
   * @param expiry runs an action when a record has outlived all late messages
   * @param gathering runs an action after the moment in which the gets of an object of some bytes
   *     are gathered
   */
  public Directory(
      int self,
      Outbox outbox,
      InstantSource clock,
      Consumer<Runnable> expiry,
      ObjLongConsumer<Runnable> gathering) {
    this.clock = clock;
    this.self = self;
    this.outbox = outbox;
    this.entries = new Entries(outbox, clock, gathering);
    this.records = new Records(self, outbox, expiry);
    this.known = new RecordAnswers(records, outbox);
    this.reduces = new ReduceDesk(records, outbox, new Targets());
  }

  /** Begins a view and says to each store of it what this one has. */
  public void enter(View view, List<Holding> copies) {
    Map<Integer, List<DirectoryRecord>> recordsOf = records.byPrimary(view);
    Map<Integer, List<Holding>> copiesOf = new HashMap<>();
    copies.forEach(
        copy ->
            copiesOf.computeIfAbsent(view.primary(copy.id()), slot -> new ArrayList<>()).add(copy));
    entries.clear();
    restored.clear();
    early.clear();
    awaited.clear();
    records.enter(view);
    reduces.enter(view, self);
    for (Member member : view.members()) {
      awaited.add(member.slot());
      outbox.send(
          member.slot(),
          new Holdings(
              copiesOf.getOrDefault(member.slot(), List.of()),
              recordsOf.getOrDefault(member.slot(), List.of())));
    }
  }

  /** What a store of the view has. */
  public void onHoldings(int from, Holdings holdings) {
    holdings.records().forEach(records::keep);
    holdings.copies().forEach(copy -> restored.add(new Restored(from, copy)));
    awaited.remove(from);
    if (awaited.isEmpty()) {
      begin();
    }
  }

  /** A question of a store; it waits for the beginning of the view. */
  public void onQuestion(int from, ToPrimary message) {
    if (awaited.isEmpty()) {
      answer(from, message);
    } else {
      early.add(new Question(from, message));
    }
  }

  /** From the primary or the backup of a record. */
  public void onRecord(int from, RecordMessage message) {
    records.on(from, message);
  }

  /** The reduces of which this store is the primary. */
  public ReduceDesk reduces() {
    return reduces;
  }

  /** The number of entries, of which deleted objects have none. */
  public int entries() {
    return entries.size();
  }

  private void begin() {
    for (Restored copy : restored) {
      entries.of(copy.copy().id()).restore(copy.from(), copy.copy());
    }
    for (Restored copy : restored) {
      Entry entry = entries.of(copy.copy().id());
      entry.restoreSource(copy.from(), Lane.EVEN, copy.copy().evenSource());
      entry.restoreSource(copy.from(), Lane.ODD, copy.copy().oddSource());
    }
    restored.clear();
    for (ObjectId id : entries.ids()) {
      switch (records.of(id)) {
        case Tombstone stone -> entries.end(stone);
        // Parts of an object that another put replaced; their fetches ask, and get the value.
        case SmallValue value -> entries.forget(id);
        case DirectoryRecord.ReduceRequest reduce -> {}
        case DirectoryRecord.ReduceResult reduce -> {}
        case null -> entries.of(id).begin();
      }
    }
    records.secureAll();
    reduces.beginView();
    while (!early.isEmpty()) {
      Question question = early.remove();
      answer(question.from(), question.message());
    }
  }

  private void answer(int from, ToPrimary message) {
    ObjectId id = message.id();
    switch (message) {
      case ToPrimary.Delete delete -> {
        settle(new Tombstone(id, ""), () -> outbox.send(from, new FromPrimary.Erased(id)));
        reduces.onDeleted(id);
      }
      case ToPrimary.Reduce reduce -> reduces.on(from, reduce);
      default -> {
        switch (records.of(id)) {
          case Tombstone stone -> known.answerGone(from, message, stone);
          case SmallValue value -> known.answerSmall(from, message, value);
          case DirectoryRecord.ReduceRequest reduce -> {} // Its id is no object's.
          case DirectoryRecord.ReduceResult reduce -> {}
          case null -> answerFromEntry(from, message);
        }
      }
    }
  }

  /** From now on a record says all of its object; {@code then} runs when it can't be lost. */
  private void settle(DirectoryRecord record, Runnable then) {
    records.secure(
        record,
        () -> {
          entries.end(record);
          then.run();
        });
  }

  private void answerFromEntry(int from, ToPrimary message) {
    Entry entry = entries.of(message.id());
    switch (message) {
      case ToPrimary.Publish put when !put.reduced() && reduces.makes(put.id()) ->
          outbox.send(from, new FromPrimary.Exists(put.id(), put.stamp()));
      case ToPrimary.Publish put -> entry.onPublish(from, put);
      case PutValue put -> putValue(from, put, entry);
      case ToPrimary.Completed completed -> entry.onCompleted(from);
      case ToPrimary.Retracted put -> entry.onRetracted(from, put.stamp());
      case ToPrimary.Abandoned abandoned -> entry.onAbandoned(from);
      case ToPrimary.Locate locate -> entry.onLocate(from, locate);
      case ToPrimary.Withdraw withdraw -> entry.onWithdraw(from);
      case ToPrimary.Watch watch -> entry.onWatch(from);
      case ToPrimary.Unwatch unwatch -> entry.onUnwatch(from);
      case ToPrimary.Describe describe -> outbox.send(from, entry.describe());
      case ToPrimary.Delete delete -> throw new AssertionError("answered before");
      case ToPrimary.Reduce reduce -> throw new AssertionError("answered before");
    }
    entries.tidy(entry);
  }

  private void putValue(int from, PutValue put, Entry entry) {
    ObjectId id = put.id();
    if (entry.isRooted() || reduces.makes(id)) {
      outbox.send(from, new FromPrimary.Exists(id, put.stamp()));
      return;
    }
    settle(
        new SmallValue(id, put.type(), put.stamp(), clock.millis(), put.value()),
        () -> outbox.send(from, new FromPrimary.Accepted(id, put.stamp())));
  }

  /** How many objects there are of which this store is the primary. */
  public int objects() {
    long small = records.asPrimary().stream().filter(SmallValue.class::isInstance).count();
    return Math.toIntExact(small) + entries.size();
  }

  /** All objects of which this store is the primary. */
  public List<FromPrimary.Description> describeAll() {
    List<FromPrimary.Description> all = new ArrayList<>();
    for (DirectoryRecord record : records.asPrimary()) {
      if (record instanceof SmallValue value) {
        all.add(RecordAnswers.describe(value));
      }
    }
    all.addAll(entries.describeAll());
    return all;
  }

  /** The objects that reduces make. */
  private final class Targets implements ReduceDesk.Targets {

    @Override
    public String obstacle(ObjectId id) {
      return switch (records.of(id)) {
        case Tombstone stone -> stone.failure().isEmpty() ? "it was deleted" : stone.failure();
        case null -> entries.isRooted(id) ? EXISTS : "";
        default -> EXISTS;
      };
    }

    @Override
    public boolean isLost(ReduceResult result) {
      ObjectId id = result.reduce().target();
      return result.root() != View.NO_STORE && records.of(id) == null && !entries.isRooted(id);
    }

    @Override
    public void settle(ReduceResult result) {
      ObjectId id = result.reduce().target();
      if (records.of(id) != null) {
        return; // It was deleted, or this is said again in a later view.
      }
      if (!result.failure().isEmpty()) {
        Directory.this.settle(new Tombstone(id, result.failure()), () -> {});
      } else if (result.value().length > 0) {
        Directory.this.settle(
            new SmallValue(id, result.type(), NO_PUT, clock.millis(), result.value()), () -> {});
      }
    }
  }
}
