package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.StoreFullException;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Departure;
import io.starling.objects.copy.Space;
import io.starling.objects.protocol.ToPrimary;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Gives memory, in the order of the requests; where it is short, asks the directory for spare
 * copies to drop, the least recently used first.
 *
 * <pre>
 * reserve --room--> granted
 *    '--none--> waiting --- Withdraw of a spare copy ---> Withdrawn: its memory is free ---> granted
 *                  '------- nothing came free in time ---> StoreFullException
 * </pre>
 */
public final class Reservations {

  /** A request for memory. */
  public final class Reservation {

    private final long size;
    private final LongConsumer granted;
    private final Consumer<StoreFullException> refused;

    private Reservation(long size, LongConsumer granted, Consumer<StoreFullException> refused) {
      this.size = size;
      this.granted = granted;
      this.refused = refused;
    }

    /** Gives up; nothing is called any more. */
    public void cancel() {
      waiting.remove(this);
    }
  }

  /** A copy that has to stay was granted to a store, which will read it soon or is dead. */
  private static final Duration REST = Duration.ofMillis(10);

  private final Space space;
  private final CopyTable copies;
  private final Requests requests;
  private final Timers timers;
  private final Duration patience;
  private final Supplier<String> occupants;

  /** The copies that the directory did not let go, until it is asked again. */
  private final Set<Copy> staying = new HashSet<>();

  private final Deque<Reservation> waiting = new ArrayDeque<>();

  /** The bytes of the copies that the directory was asked to let go. */
  private final Map<ObjectId, Long> withdrawing = new HashMap<>();

  /**
   * @param patience how long a request waits for memory that others hold
   * @param occupants says who holds what
   */
  public Reservations(
      Space space,
      CopyTable copies,
      Requests requests,
      Timers timers,
      Duration patience,
      Supplier<String> occupants) {
    this.space = space;
    this.copies = copies;
    this.requests = requests;
    this.timers = timers;
    this.patience = patience;
    this.occupants = occupants;
  }

  /** Memory at once, or -1: then the caller does not wait for it. */
  public long tryReserve(long size) {
    return waiting.isEmpty() ? space.take(size) : -1;
  }

  /** Asks for memory; one of the two is called, maybe within this call. */
  public Reservation reserve(
      long size, LongConsumer granted, Consumer<StoreFullException> refused) {
    Reservation reservation = new Reservation(size, granted, refused);
    if (size > space.budget()) {
      refused.accept(
          new StoreFullException(size, space.budget(), "an object of this size never fits"));
      return reservation;
    }
    waiting.add(reservation);
    pump();
    if (waiting.contains(reservation)) {
      timers.after(patience, () -> expire(reservation));
    }
    return reservation;
  }

  /** Memory may have become free. */
  public void pump() {
    while (!waiting.isEmpty()) {
      Reservation first = waiting.peek();
      long offset = space.take(first.size);
      if (offset < 0) {
        withdraw(first.size);
        return;
      }
      waiting.remove();
      first.granted.accept(offset);
    }
  }

  /** The directory lets the copy go. */
  public void onWithdrawn(ObjectId id) {
    Copy copy = answered(id);
    if (copy != null) {
      copies.drop(copy, Departure.Moved.EVICTED);
    }
  }

  /** The copy has to stay. */
  public void onStays(ObjectId id) {
    Copy copy = answered(id);
    if (copy != null) {
      copy.stay();
      copies.use(copy);
      staying.add(copy);
      timers.after(REST, () -> staying.remove(copy));
    }
  }

  private void withdraw(long size) {
    long coming = withdrawing.values().stream().mapToLong(Long::longValue).sum();
    while (space.budget() - space.used() + coming < Space.rounded(size)) {
      Copy copy = copies.leastRecentlyUsed(staying);
      if (copy == null) {
        return;
      }
      coming += Space.rounded(copy.size());
      withdrawing.put(copy.id(), Space.rounded(copy.size()));
      copy.withdraw();
      requests.ask(new ToPrimary.Withdraw(copy.id()));
    }
  }

  /** The copy that waits for this answer; null if it is gone already. */
  private Copy answered(ObjectId id) {
    requests.close(id, ToPrimary.Withdraw.class);
    withdrawing.remove(id);
    Copy copy = copies.of(id);
    return copy != null && copy.state() == Copy.State.WITHDRAWING ? copy : null;
  }

  private void expire(Reservation reservation) {
    if (waiting.remove(reservation)) {
      reservation.refused.accept(
          new StoreFullException(reservation.size, space.budget(), occupants.get()));
      pump();
    }
  }
}
