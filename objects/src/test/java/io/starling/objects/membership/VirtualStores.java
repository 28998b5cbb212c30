package io.starling.objects.membership;

import static org.assertj.core.api.Assertions.fail;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.MembershipMessage.Decided;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Stores, the links between them and the time, all virtual: what happens depends on the seed alone.
 * Each decided view is checked against all that were decided before.
 *
 * <p>A link between two processes keeps the order of messages. While it is cut, messages vanish;
 * while it is refused, the sender hears so. A process is named by its port.
 */
final class VirtualStores {

  static final long MILLISECOND = 1_000_000;
  static final long SECOND = 1_000 * MILLISECOND;

  private record Event(long time, long order, Runnable action) {}

  private record Link(int from, int to) {}

  final long seed;
  final Random random;
  final Timing timing = Timing.DEFAULT;

  /** By port. */
  final Map<Integer, VirtualStore> stores = new TreeMap<>();

  /** All decided views by number. */
  final TreeMap<Long, View> views = new TreeMap<>();

  private final Map<Integer, Integer> portOfSlot = new HashMap<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::order));
  private final Map<Link, Long> lastArrival = new HashMap<>();
  private final Set<Link> cut = new HashSet<>();
  private final Set<Link> refused = new HashSet<>();
  private long mostLatency = 2 * MILLISECOND;
  private long order;
  private long now;

  /** A first store, and more that join it. */
  VirtualStores(long seed, int count) {
    this.seed = seed;
    this.random = new Random(seed);
    // Like System.nanoTime, which may be negative and overflow.
    this.now = Long.MAX_VALUE - random.nextLong(100 * SECOND);
    start().found();
    for (int index = 1; index < count; index++) {
      start().join();
    }
    await(30 * SECOND, () -> isSettled());
  }

  long now() {
    return now;
  }

  /** A new process without a store. */
  VirtualStore start() {
    VirtualStore store = new VirtualStore(stores.size() + 1, this);
    stores.put(store.port, store);
    return store;
  }

  /** The processes that were not killed. */
  List<VirtualStore> living() {
    return stores.values().stream().filter(store -> !store.dead).toList();
  }

  VirtualStore bySlot(int slot) {
    VirtualStore store = stores.get(portOfSlot.getOrDefault(slot, 0));
    return store == null || store.slot != slot ? null : store;
  }

  View newest() {
    return views.lastEntry().getValue();
  }

  void at(long delay, Runnable action) {
    events.add(new Event(now + delay - origin(), order++, action));
  }

  /** Times in the queue count from here, so that an overflow of the clock changes no order. */
  private static long origin() {
    return Long.MAX_VALUE;
  }

  void run(long duration) {
    long end = now + duration;
    while (!events.isEmpty() && events.peek().time() + origin() - end <= 0) {
      Event event = events.remove();
      now = event.time() + origin();
      event.action().run();
    }
    now = end;
  }

  /** Runs until a condition holds; returns how long that took. */
  long await(long most, BooleanSupplier condition) {
    long begin = now;
    while (!condition.getAsBoolean()) {
      if (now - begin > most) {
        fail("seed %d: not within %d ms%n%s", seed, most / MILLISECOND, this);
      }
      run(MILLISECOND);
    }
    return now - begin;
  }

  /** Whether all living stores have one view, which has them and no others. */
  boolean isSettled() {
    Set<Integer> slots = new HashSet<>();
    for (VirtualStore store : living()) {
      if (store.view() == null || !store.view().equals(newest())) {
        return false;
      }
      slots.add(store.slot);
    }
    return slots.size() == newest().members().size();
  }

  /** Sends from one process to another; a process that does not run gets it when it runs. */
  void send(int from, int to, Runnable arrival, Runnable refusal) {
    Link link = new Link(from, to);
    long time = Math.max(latency(), lastArrival.getOrDefault(link, now) + 1 - now);
    lastArrival.put(link, now + time);
    at(
        time,
        () -> {
          VirtualStore receiver = stores.get(to);
          if (cut.contains(link) || receiver.vanished) {
            return;
          }
          if (receiver.dead || refused.contains(link)) {
            at(latency(), refusal);
          } else {
            receiver.whenRunning(arrival);
          }
        });
  }

  int portOf(int slot) {
    return portOfSlot.getOrDefault(slot, 0);
  }

  private long latency() {
    return MILLISECOND / 20 + random.nextLong(mostLatency);
  }

  void slowDown(long latency) {
    mostLatency = latency;
  }

  /** Messages between two processes vanish, or arrive again. */
  void cut(int one, int other, boolean on) {
    change(cut, one, other, on);
  }

  /** Connections between two processes are refused, or not. */
  void refuse(int one, int other, boolean on) {
    change(refused, one, other, on);
    if (on) {
      stores.get(one).breaks(other);
      stores.get(other).breaks(one);
    }
  }

  private static void change(Set<Link> links, int one, int other, boolean on) {
    for (Link link : List.of(new Link(one, other), new Link(other, one))) {
      if (on) {
        links.add(link);
      } else {
        links.remove(link);
      }
    }
  }

  /** Cuts all links between some processes and the others. */
  void partition(Set<Integer> ports) {
    for (int one : ports) {
      for (int other : stores.keySet()) {
        if (!ports.contains(other)) {
          cut(one, other, true);
        }
      }
    }
  }

  void heal() {
    cut.clear();
    refused.clear();
    stores.values().forEach(VirtualStore::resume);
  }

  /** A decision that is said or acted on: checks it against the others. */
  void learn(Decision decision) {
    View view = decision.view();
    View same = views.putIfAbsent(view.number(), view);
    if (same != null) {
      check(same.equals(view), "two views of one number: " + same + " and " + view);
      return;
    }
    View before = views.get(view.number() - 1);
    if (view.number() > 1) {
      check(before != null, "a view without the one before: " + view);
      List<Member> joined = new ArrayList<>(view.members());
      joined.removeIf(member -> before.contains(member.slot()));
      check(joined.size() <= 1, "more than one joins: " + before + " and " + view);
      check(view.nextSlot() == before.nextSlot() + joined.size(), "next slot: " + view);
      check(
          joined.stream().allMatch(member -> member.slot() == before.nextSlot()),
          "a slot that was not the next: " + before + " and " + view);
    }
    view.members().forEach(member -> portOfSlot.putIfAbsent(member.slot(), member.port()));
    check(
        view.members().stream().allMatch(member -> portOf(member.slot()) == member.port()),
        "a slot of two stores: " + view);
  }

  private void check(boolean holds, String text) {
    if (!holds) {
      fail("seed %d: %s", seed, text);
    }
  }

  /** Where a message goes by its slot, the process may be another store by now. */
  void deliverTo(VirtualStore receiver, int slot, Runnable message, Decided decided, Runnable no) {
    if (receiver.slot == slot) {
      message.run();
    } else if (decided != null && receiver.isJoining()) {
      receiver.onDecided(decided);
    } else if (!receiver.isJoining() || receiver.slot > slot) {
      at(latency(), no);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("newest " + newest() + "\n");
    stores.values().forEach(store -> text.append(store).append('\n'));
    return text.toString();
  }
}
