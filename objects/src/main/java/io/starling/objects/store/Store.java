package io.starling.objects.store;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Region;
import io.starling.objects.directory.Directory;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.objects.operation.QuestionListener;
import io.starling.objects.operation.Timers;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ReduceIds;
import io.starling.objects.protocol.StoreSurvey;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.Network;
import io.starling.objects.transfer.Streams;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * A store: one of the stores that together keep the objects.
 *
 * <pre>
 *   clients ---> puts, gets, questions ---> directory entries of this store and of others
 *                  |        |
 *                copies <-- streams <-----> streams of other stores
 * </pre>
 *
 * <p>One thread at a time calls it; no call waits. What one part causes in another happens after
 * the event that is under way, so no machine is entered twice.
 */
public final class Store implements Arrivals {

  /** Values below this are kept by the directory (64 KB in the paper). */
  public static final int SMALL = Directory.SMALL;

  private final int self;
  private final Network network;
  private final Machines machines;
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final Inbox inbox = new Inbox();
  private View view;

  /**
   * @param self the slot of this store
   * @param options memory and patience
   */
  public Store(int self, StoreOptions options, Region region, Network network, Timers timers) {
    this.self = self;
    this.network = network;
    this.machines =
        new Machines(
            self,
            options,
            region,
            network,
            (delay, action) -> timers.after(delay, () -> run(action)),
            this::send,
            later::add,
            this::view);
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
          machines.enter(last, next);
          inbox.enter(next, (message, from) -> machines.take(from, message));
        });
  }

  @Override
  public void onMessage(int from, long viewOfSender, Message message) {
    run(() -> receive(from, viewOfSender, message));
  }

  @Override
  public void onBroken(int slot) {
    run(() -> machines.streams.onLost(slot));
  }

  @Override
  public Streams streams() {
    return machines.streams;
  }

  @Override
  public void onBytes(long stream, long length) {
    run(() -> machines.streams.onBytes(stream, length));
  }

  /** Puts a whole small object. */
  public void putValue(ObjectId id, ObjectType type, byte[] value, PutListener listener) {
    if (value.length == 0 || value.length >= SMALL) {
      throw new IllegalArgumentException(
          "a small object has 1 to %d bytes, not %d".formatted(SMALL - 1, value.length));
    }
    run(() -> machines.puts.putValue(id, type, value, listener));
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
    Put put = machines.puts.create(id, type, size, listener);
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
    Get get = machines.fetches.get(id, listener);
    run(() -> {});
    return get;
  }

  /** Ends a get; memory that it read may be taken. */
  public void close(Get get) {
    run(() -> machines.fetches.close(get));
  }

  /** Deletes an object; hears {@link FromPrimary.Erased} when no later get finds it. */
  public void delete(ObjectId id, QuestionListener listener) {
    run(() -> machines.questions.delete(id, listener));
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
    if (sources.contains(target)) {
      throw new IllegalArgumentException("object %s can't be reduced to itself".formatted(target));
    }
    run(
        () ->
            machines.questions.reduce(
                new ToPrimary.Reduce(ReduceIds.of(target), self, target, sources, count, operator),
                listener));
  }

  /** Asks once what is known of an object. */
  public void describe(ObjectId id, QuestionListener listener) {
    run(() -> machines.questions.describe(id, listener));
  }

  /** Hears of an object until {@link #unwatch}: when it appears, is complete, is deleted. */
  public void watch(ObjectId id, QuestionListener listener) {
    run(() -> machines.questions.watch(id, listener));
  }

  /** Ends {@link #watch}. */
  public void unwatch(ObjectId id, QuestionListener listener) {
    run(() -> machines.questions.unwatch(id, listener));
  }

  /**
   * Asks all stores what they have; those that do not answer within a second are left out.
   *
   * @param withObjects whether to list the objects, too
   */
  public void survey(boolean withObjects, Consumer<List<StoreSurvey>> taker) {
    run(() -> machines.surveys.ask(withObjects, taker));
  }

  /** Counts the programs that are connected, for surveys. */
  public void countClients(IntSupplier counter) {
    machines.surveys.count(counter);
  }

  /** Whether it reaches too few other stores to go on. */
  public Outage outage() {
    return machines.outage;
  }

  /** The copies of this store. */
  public Collection<Copy> copies() {
    return machines.copies.all();
  }

  /** What nodes of reduces have reduced here. */
  public List<Copy> accumulators() {
    return machines.reductions.accumulators();
  }

  /** The bytes of memory that copies take. */
  public long memoryUsed() {
    return machines.space.used();
  }

  /** The directory entries of which this store is the primary. */
  public int entries() {
    return machines.directory.entries();
  }

  /** The questions without an answer: what the store waits for. */
  public List<ToPrimary> pending() {
    return machines.requests.all();
  }

  private void run(Runnable event) {
    event.run();
    do {
      Runnable next = later.poll();
      while (next != null) {
        next.run();
        next = later.poll();
      }
      machines.reservations.pump();
    } while (!later.isEmpty());
  }

  private void send(int slot, Message message) {
    if (slot == self) {
      long number = view.number();
      later.add(() -> receive(self, number, message));
    } else {
      network.send(slot, view.number(), message);
    }
  }

  private void receive(int from, long viewOfSender, Message message) {
    if (inbox.isDue(from, viewOfSender, message)) {
      machines.take(from, message);
    }
  }
}
