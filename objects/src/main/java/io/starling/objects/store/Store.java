package io.starling.objects.store;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Departure;
import io.starling.objects.copy.Region;
import io.starling.objects.copy.Space;
import io.starling.objects.directory.Directory;
import io.starling.objects.directory.Outbox;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.QuestionListener;
import io.starling.objects.operation.Questions;
import io.starling.objects.operation.Requests;
import io.starling.objects.operation.Reservations;
import io.starling.objects.operation.Stamps;
import io.starling.objects.operation.Timers;
import io.starling.objects.operation.Tools;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Holdings;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.Transfer;
import io.starling.objects.protocol.View;
import io.starling.objects.reduce.ReduceIds;
import io.starling.objects.reduce.Reductions;
import io.starling.objects.transfer.Network;
import io.starling.objects.transfer.Streams;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * A store: one of the stores that together keep the objects.
 *
 * <pre>
 *   clients ---> puts, gets, questions ---> directory entries of this store and of others
 *                  |        |
 *                copies <-- streams <-----> streams of other stores
 * </pre>
 *
 * <p>One thread calls it; no call waits. What one part causes in another happens after the event
 * that is under way, so no machine is entered twice.
 */
public final class Store {

  private record Early(int from, long view, Message message) {}

  /** Values below this are kept by the directory (64 KB in the paper). */
  public static final int SMALL = 64 << 10;

  /** For so long a deletion or a result is remembered. */
  private static final Duration LATE_MESSAGES = Duration.ofSeconds(60);

  private final int self;
  private final Network network;
  private final Space space;
  private final CopyTable copies = new CopyTable();
  private final Requests requests;
  private final Reservations reservations;
  private final Streams streams;
  private final Directory directory;
  private final Fetches fetches;
  private final Puts puts;
  private final Questions questions;
  private final Reductions reductions;
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final List<Early> early = new ArrayList<>();
  private View view;

  /**
   * @param self the slot of this store
   * @param options memory and patience
   */
  public Store(int self, StoreOptions options, Region region, Network network, Timers timers) {
    this.self = self;
    this.network = network;
    this.space = new Space(options.memory(), region);
    Outbox outbox = this::send;
    Timers drained = (delay, action) -> timers.after(delay, () -> run(action));
    this.requests = new Requests(outbox);
    this.reservations =
        new Reservations(
            space, copies, requests, drained, options.patience(), () -> Occupants.of(copies));
    this.streams = new Streams(outbox, network::ready, this::sourceOf);
    this.directory = new Directory(self, outbox, expire -> drained.after(LATE_MESSAGES, expire));
    Tools tools =
        new Tools(requests, streams, reservations, copies, space, new Stamps(self), drained);
    this.fetches = new Fetches(tools, later::add);
    this.puts = new Puts(tools);
    this.questions = new Questions(requests);
    this.reductions =
        new Reductions(
            self,
            tools,
            fetches,
            puts,
            questions,
            directory.reduces(),
            outbox,
            this::view,
            network::links);
    directory.reduces().use(reductions);
  }

  /** The slot of this store. */
  public int self() {
    return self;
  }

  /** The view it is in; null before the first. */
  public View view() {
    return view;
  }

  /** The next view, which has this store; the first one begins the store. */
  public void enter(View next) {
    run(
        () -> {
          View last = view;
          view = next;
          if (last != null) {
            last.members().stream()
                .filter(member -> !next.contains(member.slot()))
                .forEach(member -> streams.onLost(member.slot()));
          }
          reductions.enter();
          directory.enter(next, copies.all().stream().map(Copy::holding).toList());
          requests.enter(next);
          List<Early> waited = List.copyOf(early);
          early.clear();
          waited.forEach(message -> take(message.from(), message.view(), message.message()));
        });
  }

  /** A message of a store, which sent it in its view of that number. */
  public void onMessage(int from, long viewOfSender, Message message) {
    run(() -> take(from, viewOfSender, message));
  }

  /** The connection to a store broke: its streams are over, messages go on when it stands again. */
  public void onBroken(int slot) {
    run(() -> streams.onLost(slot));
  }

  /** What the network asks for when it has room for bytes to a store. */
  public Streams streams() {
    return streams;
  }

  /** The network has written the next bytes of a stream where {@link Streams#target} said. */
  public void onBytes(long stream, long length) {
    run(() -> streams.onBytes(stream, length));
  }

  /** Puts a whole small object. */
  public void putValue(ObjectId id, ObjectType type, byte[] value, PutListener listener) {
    if (value.length == 0 || value.length >= SMALL) {
      throw new IllegalArgumentException(
          "a small object has 1 to %d bytes, not %d".formatted(SMALL - 1, value.length));
    }
    run(() -> puts.putValue(id, type, value, listener));
  }

  /**
   * Begins the put of an object that the program writes bit by bit.
   *
   * @return null if another put of the object is under way in this store, which the listener hears
   */
  public Put create(ObjectId id, ObjectType type, long size, PutListener listener) {
    if (size <= 0) {
      throw new IllegalArgumentException("an object has 1 byte or more, not " + size);
    }
    Put put = puts.create(id, type, size, listener);
    run(() -> {});
    return put;
  }

  /** The program has written more bytes of its put. */
  public void write(Put put, long bytes) {
    run(() -> put.write(bytes));
  }

  /** The program has written all bytes of its put. */
  public void seal(Put put) {
    run(put::seal);
  }

  /** The program gives a put up; after its end this does nothing. */
  public void abort(Put put) {
    run(put::abort);
  }

  /** Gets an object, as soon as it exists. */
  public Get get(ObjectId id, GetListener listener) {
    Get get = fetches.get(id, listener);
    run(() -> {});
    return get;
  }

  /** Ends a get; memory that it read may be taken. */
  public void close(Get get) {
    run(() -> fetches.close(get));
  }

  /** Deletes an object; hears {@link FromPrimary.Erased} when no later get finds it. */
  public void delete(ObjectId id, QuestionListener listener) {
    run(() -> questions.delete(id, listener));
  }

  /**
   * Reduces the first sources that come to a new object; hears {@link FromPrimary.Reduced}. The
   * target can be got at once, and arrives while it is reduced.
   *
   * @param count how many of the sources are reduced
   * @param operator the name of a predefined operator
   */
  public void reduce(
      ObjectId target,
      List<ObjectId> sources,
      int count,
      String operator,
      QuestionListener listener) {
    if (count < 1 || count > sources.size() || Set.copyOf(sources).size() < sources.size()) {
      throw new IllegalArgumentException(
          "a reduce takes 1 to all of its sources, each once: %d of %d"
              .formatted(count, sources.size()));
    }
    run(
        () ->
            questions.reduce(
                new ToPrimary.Reduce(ReduceIds.of(target), target, sources, count, operator),
                listener));
  }

  /** Asks once what is known of an object. */
  public void describe(ObjectId id, QuestionListener listener) {
    run(() -> questions.describe(id, listener));
  }

  /** Hears of an object until {@link #unwatch}: when it appears, is complete, is deleted. */
  public void watch(ObjectId id, QuestionListener listener) {
    run(() -> questions.watch(id, listener));
  }

  /** Ends {@link #watch}. */
  public void unwatch(ObjectId id, QuestionListener listener) {
    run(() -> questions.unwatch(id, listener));
  }

  /** The copies of this store. */
  public Collection<Copy> copies() {
    return copies.all();
  }

  /** What nodes of reduces have reduced here. */
  public List<Copy> accumulators() {
    return reductions.accumulators();
  }

  /** The bytes of memory that copies take. */
  public long memoryUsed() {
    return space.used();
  }

  /** The directory entries of which this store is the primary. */
  public int entries() {
    return directory.entries();
  }

  /** The questions without an answer: what the store waits for. */
  public List<ToPrimary> pending() {
    return requests.all();
  }

  private void run(Runnable event) {
    event.run();
    do {
      Runnable next = later.poll();
      while (next != null) {
        next.run();
        next = later.poll();
      }
      reservations.pump();
    } while (!later.isEmpty());
  }

  private void send(int slot, Message message) {
    if (slot == self) {
      long number = view.number();
      later.add(() -> take(self, number, message));
    } else {
      network.send(slot, view.number(), message);
    }
  }

  private Copy sourceOf(Transfer.Fetch fetch) {
    Copy proposed = puts.proposed(fetch.id());
    boolean granted = proposed != null && proposed.put() == fetch.granted();
    if (granted) {
      return proposed;
    }
    Copy accumulator = reductions.accumulator(fetch.id());
    return accumulator != null ? accumulator : copies.of(fetch.id());
  }

  private void take(int from, long viewOfSender, Message message) {
    if (view != null && view.hasLeft(from)) {
      return;
    }
    if (message.isBoundToView()) {
      if (view == null || viewOfSender > view.number()) {
        early.add(new Early(from, viewOfSender, message));
        return;
      }
      if (viewOfSender < view.number()) {
        return;
      }
    }
    switch (message) {
      case ToPrimary question -> directory.onQuestion(from, question);
      case FromPrimary answer -> answer(answer);
      case RecordMessage record -> directory.onRecord(from, record);
      case Holdings holdings -> directory.onHoldings(from, holdings);
      case Transfer transfer -> streams.onMessage(from, transfer);
      case ReduceMessage reduce -> reductions.onMessage(from, reduce);
      case MembershipMessage membership ->
          throw new IllegalArgumentException("not for a store: " + membership);
    }
  }

  private void answer(FromPrimary message) {
    switch (message) {
      case FromPrimary.Accepted accepted -> onAccepted(accepted);
      case FromPrimary.Exists exists -> puts.onExists(exists.id(), exists.stamp());
      case FromPrimary.Deleted deleted -> {
        onDeleted(deleted.id());
        questions.onDeleted(deleted);
      }
      case FromPrimary.Drop drop -> onDrop(drop.id());
      case FromPrimary.Value value -> fetches.onValue(value);
      case FromPrimary.Granted grant -> fetches.onGranted(grant);
      case FromPrimary.Withdrawn withdrawn -> reservations.onWithdrawn(withdrawn.id());
      case FromPrimary.Stays stays -> reservations.onStays(stays.id());
      case FromPrimary.Pin pin -> onPin(pin.id());
      case FromPrimary.Erased erased -> questions.onErased(erased);
      case FromPrimary.Seen seen -> questions.onSeen(seen);
      case FromPrimary.Reduced reduced -> questions.onReduced(reduced);
      case FromPrimary.Description description -> questions.onDescription(description);
    }
  }

  private void onAccepted(FromPrimary.Accepted accepted) {
    Put put = puts.of(accepted.id(), accepted.stamp());
    if (put == null) {
      puts.onSmallAnswer(accepted.id(), accepted.stamp(), true);
    } else if (!put.isAnswered()) {
      fetches.replace(accepted.id());
      put.onAccepted();
    }
  }

  private void onDeleted(ObjectId id) {
    puts.onDeleted(id);
    fetches.onDeleted(id);
  }

  private void onDrop(ObjectId id) {
    onDeleted(id);
    Copy copy = copies.of(id);
    if (copy != null) {
      copies.drop(copy, Departure.DELETED);
    }
  }

  private void onPin(ObjectId id) {
    Copy copy = copies.of(id);
    if (copy != null) {
      copy.pin();
      copies.use(copy);
    }
  }
}
