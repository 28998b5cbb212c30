package io.starling.objects.simulated;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.View;
import io.starling.objects.store.Store;
import io.starling.objects.store.StoreOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjIntConsumer;

/**
 * Stores on hosts of a simulated network. A dead host is noticed after a while, and each store
 * enters the next view at a time of its own.
 */
public final class SimulatedCluster {

  private record Host(Store store, SimulatedNetwork network) {}

  private final VirtualTime time = new VirtualTime();
  private final LinkFigures figures;
  private final StoreOptions options;
  private final boolean contents;
  private final LongUnaryOperator chance;
  private final Map<Integer, Host> hosts = new TreeMap<>();

  /** When the last view reaches each store; the next one reaches it later. */
  private final Map<Integer, Long> enters = new HashMap<>();

  private ObjIntConsumer<Message> observer = (message, to) -> {};
  private View view;

  /**
   * @param contents whether objects have contents, or times are enough
   * @param seed of the times at which stores notice deaths and enter views
   */
  public SimulatedCluster(
      int stores, LinkFigures figures, StoreOptions options, boolean contents, long seed) {
    this(stores, figures, options, contents, byChance(new Random(seed)));
  }

  /**
   * @param contents whether objects have contents, or times are enough
   * @param chance chooses a time from 0 to a limit: how late a message comes, or when a store
   *     notices a death or enters a view
   */
  public SimulatedCluster(
      int stores,
      LinkFigures figures,
      StoreOptions options,
      boolean contents,
      LongUnaryOperator chance) {
    this.figures = figures;
    this.options = options;
    this.contents = contents;
    this.chance = chance;
    List<Member> members = new ArrayList<>();
    for (int slot = 0; slot < stores; slot++) {
      members.add(new Member(slot, "host" + slot, 0));
      add(slot);
    }
    view = new View(1, stores, members);
    hosts.values().forEach(host -> host.store().enter(view));
  }

  public VirtualTime time() {
    return time;
  }

  /** Hears of each message from one store to another when it is sent. */
  public void observe(ObjIntConsumer<Message> newObserver) {
    observer = newObserver;
  }

  /** The store of a living host. */
  public Store store(int slot) {
    return hosts.get(slot).store();
  }

  public boolean isAlive(int slot) {
    return hosts.containsKey(slot);
  }

  /** The slots of the living hosts. */
  public List<Integer> alive() {
    return List.copyOf(hosts.keySet());
  }

  /** How many messages a living host has got from others; bytes of objects are none. */
  public long messagesReceived(int slot) {
    return hosts.get(slot).network().messagesReceived();
  }

  /** Whether all living hosts, and no others, are in the last view, and have entered it. */
  public boolean isSettled() {
    return view.members().stream().map(Member::slot).toList().equals(alive())
        && hosts.values().stream().allMatch(host -> view.equals(host.store().view()));
  }

  /** A host dies now. */
  public void kill(int slot) {
    hosts.remove(slot);
    for (int other : alive()) {
      time.after(
          chance(figures.detection().toNanos()),
          () -> {
            if (isAlive(other)) {
              hosts.get(other).network().forget(slot);
              store(other).onBroken(slot);
            }
          });
    }
    time.after(figures.detection().toNanos(), () -> leave(slot));
  }

  /** A host joins; its slot. */
  public int join() {
    int slot = view.nextSlot();
    add(slot);
    List<Member> members = new ArrayList<>(view.members());
    members.add(new Member(slot, "host" + slot, 0));
    change(new View(view.number() + 1, slot + 1, members));
    return slot;
  }

  /** A message is sent. */
  void onSent(int to, Message message) {
    observer.accept(message, to);
  }

  /** Something begins to arrive. */
  void arrive(int from, int to, long busy, Runnable delivery) {
    Host receiver = hosts.get(to);
    if (receiver != null) {
      receiver
          .network()
          .receive(
              busy,
              () -> {
                // A dead host's last words arrive only until its death is noticed.
                if (isAlive(to) && isAlive(from)) {
                  delivery.run();
                }
              });
    }
  }

  /** A message is there. */
  void take(int to, int from, long viewOfSender, Message message) {
    Host receiver = hosts.get(to);
    receiver.network().count();
    receiver.store().onMessage(from, viewOfSender, message);
  }

  private void add(int slot) {
    SimulatedNetwork network = new SimulatedNetwork(slot, this, time, figures);
    Store store =
        new Store(
            slot,
            options,
            new HeapRegion(contents),
            network,
            (delay, action) ->
                time.after(
                    delay.toNanos(),
                    () -> {
                      if (isAlive(slot)) {
                        action.run();
                      }
                    }));
    hosts.put(slot, new Host(store, network));
  }

  private void leave(int slot) {
    List<Member> living = view.members().stream().filter(member -> member.slot() != slot).toList();
    if (!living.isEmpty()) {
      change(new View(view.number() + 1, view.nextSlot(), living));
    }
  }

  private void change(View next) {
    view = next;
    for (Member member : next.members()) {
      int slot = member.slot();
      long at = Math.max(time.now() + chance(2 * figures.latency()), enters.getOrDefault(slot, 0L));
      enters.put(slot, at);
      time.at(
          at,
          () -> {
            if (isAlive(slot)) {
              store(slot).enter(next);
            }
          });
    }
  }

  /** From 0 to a limit. */
  long chance(long limit) {
    return limit == 0 ? 0 : chance.applyAsLong(limit);
  }

  private static LongUnaryOperator byChance(Random random) {
    return limit -> random.nextLong(limit + 1);
  }
}
