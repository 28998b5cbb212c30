package io.starling.objects.membership;

import static io.starling.objects.membership.VirtualStores.MILLISECOND;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.MembershipMessage.Decided;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A process that is a store, or wants to be one: what a real one does around its membership. */
final class VirtualStore implements MembershipOutbox, MembershipListener {

  final int port;
  final List<View> views = new ArrayList<>();
  final List<String> said = new ArrayList<>();
  int slot = View.NO_STORE;
  boolean dead;
  boolean vanished;

  /** Does not get the processor: messages and ticks wait. */
  boolean stopped;

  /** Gets messages, but its ticks wait. */
  boolean lazy;

  boolean withoutQuorum;
  boolean leaving;
  Membership membership;
  private Joiner joiner;
  private final VirtualStores stores;
  private final List<Runnable> waiting = new ArrayList<>();
  private final Map<Long, Integer> contacts = new HashMap<>();

  VirtualStore(int port, VirtualStores stores) {
    this.port = port;
    this.stores = stores;
    stores.at(stores.random.nextLong(10 * MILLISECOND), this::tick);
  }

  void found() {
    begin(0, Decision.first("local", port));
  }

  void join() {
    slot = View.NO_STORE;
    membership = null;
    withoutQuorum = false;
    Join join = new Join(stores.random.nextLong(), "local", port);
    joiner = new Joiner(join, stores.timing, this::contact);
  }

  boolean isJoining() {
    return joiner != null;
  }

  /** The view, or null. */
  View view() {
    return membership == null ? null : membership.view();
  }

  private void begin(int given, Decision decision) {
    slot = given;
    joiner = null;
    stores.learn(decision);
    views.add(decision.view());
    membership = new Membership(slot, decision, stores.timing, this, this, stores.now());
  }

  /** Asks any living store; half of the requests also arrive a second time, by another one. */
  private void contact(Join join) {
    List<VirtualStore> others = new ArrayList<>(stores.living());
    others.removeIf(store -> store.membership == null);
    for (int times = stores.random.nextInt(1, 3); times > 0 && !others.isEmpty(); times--) {
      VirtualStore other = others.get(stores.random.nextInt(others.size()));
      stores.send(port, other.port, () -> other.onJoin(port, join), () -> {});
    }
  }

  private void onJoin(int from, Join join) {
    if (membership != null) {
      contacts.put(join.request(), from);
      membership.onJoin(join);
    }
  }

  void onDecided(Decided decided) {
    if (joiner != null && joiner.slotIn(decided.decision()) != View.NO_STORE) {
      begin(joiner.slotIn(decided.decision()), decided.decision());
    }
  }

  /** The process dies; its connections say so to some. */
  void kill() {
    dead = true;
    stores.living().forEach(store -> stores.send(port, store.port, () -> {}, () -> {}));
    for (VirtualStore other : stores.living()) {
      int lost = slot;
      stores.send(other.port, port, () -> {}, () -> other.onUnreachable(lost));
    }
  }

  /** The host dies: no connection says so. */
  void vanish() {
    vanished = true;
    dead = true;
  }

  /** The connection to another process breaks, and a new one is refused. */
  void breaks(int other) {
    int lost = stores.stores.get(other).slot;
    stores.at(MILLISECOND, () -> whenRunning(() -> onUnreachable(lost)));
  }

  void resume() {
    stopped = false;
    lazy = false;
    List<Runnable> actions = List.copyOf(waiting);
    waiting.clear();
    actions.forEach(this::whenRunning);
  }

  void whenRunning(Runnable action) {
    if (dead) {
      return;
    }
    if (stopped) {
      waiting.add(action);
    } else {
      action.run();
    }
  }

  private void tick() {
    if (dead) {
      return;
    }
    if (!stopped && !lazy) {
      if (membership != null) {
        membership.onTick(stores.now());
      } else if (joiner != null) {
        joiner.onTick(stores.now());
      }
    }
    stores.at(stores.random.nextLong(5 * MILLISECOND, 15 * MILLISECOND), this::tick);
  }

  void onUnreachable(int lost) {
    whenRunning(
        () -> {
          if (membership != null) {
            membership.onUnreachable(lost);
          }
        });
  }

  void leave() {
    leaving = true;
    membership.leave();
  }

  @Override
  public void send(int to, MembershipMessage message) {
    Decided decided = message instanceof Decided said ? said : null;
    if (decided != null) {
      stores.learn(decided.decision());
    }
    int from = slot;
    Runnable unreachable =
        () -> {
          if (slot == from) {
            onUnreachable(to);
          }
        };
    VirtualStore receiver = stores.stores.get(stores.portOf(to));
    stores.send(
        port,
        receiver.port,
        () ->
            stores.deliverTo(
                receiver,
                to,
                () -> receiver.membership.onMessage(from, message),
                decided,
                unreachable),
        unreachable);
  }

  @Override
  public void answer(long request, Decided answer) {
    VirtualStore asker = stores.stores.get(contacts.get(request));
    stores.send(port, asker.port, () -> asker.onDecided(answer), () -> {});
  }

  @Override
  public void viewChanged(View view) {
    views.add(view);
  }

  @Override
  public void evicted(String reason) {
    said.add(reason);
    // Later, as nothing is called from within.
    int from = slot;
    stores.at(
        0,
        () -> {
          if (!dead && slot == from) {
            if (leaving) {
              kill();
            } else {
              join();
            }
          }
        });
  }

  @Override
  public void noQuorum(String text) {
    said.add(text);
    withoutQuorum = true;
  }

  @Override
  public void quorumAgain() {
    said.add("quorum again");
    withoutQuorum = false;
  }

  @Override
  public String toString() {
    return "port %d slot %d%s%s%s %s %s"
        .formatted(
            port,
            slot,
            dead ? " dead" : "",
            joiner != null ? " joining" : "",
            stopped ? " stopped" : "",
            view(),
            said);
  }
}
