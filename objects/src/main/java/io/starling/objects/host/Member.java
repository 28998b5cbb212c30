package io.starling.objects.host;

import io.starling.objects.StoreConfiguration;
import io.starling.objects.membership.Joiner;
import io.starling.objects.membership.Membership;
import io.starling.objects.membership.MembershipListener;
import io.starling.objects.membership.MembershipOutbox;
import io.starling.objects.membership.Timing;
import io.starling.objects.network.Reachability;
import io.starling.objects.network.Stranger;
import io.starling.objects.network.Strangers;
import io.starling.objects.network.TcpNetwork;
import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.MembershipMessage.Beat;
import io.starling.objects.protocol.MembershipMessage.Decided;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.MembershipMessage.NoQuorum;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.View;
import io.starling.objects.reactor.Deadlines;
import io.starling.objects.store.Store;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The part of a store in the membership, with sockets and clock.
 *
 * <pre>
 *   joining:  Join ---> contact                        Decided ---> slot, first view
 *   member:   ticks, messages ---> Membership ---> views ---> network, store
 *   cut off:  Beat, as a stranger ---> members         Decided ---> the view without this store
 * </pre>
 *
 * <p>Invariant: a view is entered after the call of the membership that brought it, so that what is
 * said to a store that leaves goes out before its connection ends.
 */
final class Member implements MembershipOutbox, MembershipListener, Reachability, Strangers {

  private final StoreConfiguration configuration;
  private final Deadlines deadlines;
  private final IntFunction<Store> begin;
  private final Consumer<String> end;
  private final Notes notes;
  private final Changes changes;
  private final Timing timing;
  private final Map<Long, Stranger> joiners = new HashMap<>();

  /** When each store was last asked for a beat. */
  private final Map<Integer, Long> questions = new HashMap<>();

  private TcpNetwork network;
  private Joiner joiner;
  private Stranger contact;
  private Membership membership;
  private Store store;
  private int self = View.NO_STORE;
  private boolean cutOff;
  private long cutOffSince;
  private boolean leaves;
  private long nextQuestion;
  private volatile String trouble = "there was no answer; what a store there prints may say why";

  /**
   * @param begin makes the store of a slot
   * @param end hears why the store ends
   * @param notes hears what people should know
   */
  Member(
      StoreConfiguration configuration,
      Deadlines deadlines,
      IntFunction<Store> begin,
      Consumer<String> end,
      Notes notes) {
    this.configuration = configuration;
    this.deadlines = deadlines;
    this.begin = begin;
    this.end = end;
    this.notes = notes;
    this.changes = new Changes(notes);
    this.timing = new Timing(configuration.silence().toNanos());
  }

  void start(TcpNetwork ownNetwork) {
    network = ownNetwork;
    String host = configuration.address().getAddress().getHostAddress();
    if (configuration.contact().isEmpty()) {
      become(0, Decision.first(host, network.port()));
    } else {
      Join join = new Join(new SecureRandom().nextLong(), host, network.port());
      joiner = new Joiner(join, timing, this::ask);
    }
    tick();
  }

  /** Why this store is no member yet, for people. */
  String trouble() {
    return trouble;
  }

  void leave() {
    leaves = true;
    if (membership == null) {
      end.accept("closed before it joined");
    } else {
      membership.leave();
    }
  }

  void onMessage(int from, MembershipMessage message) {
    Long asked = message instanceof Beat beat && !beat.question() ? questions.remove(from) : null;
    if (asked != null) {
      network.meter().onRoundTrip(deadlines.now() - asked);
    }
    membership.onMessage(from, message);
  }

  private void tick() {
    long now = deadlines.now();
    if (joiner != null) {
      joiner.onTick(now);
    } else {
      membership.onTick(now);
      if (cutOff && now - cutOffSince >= timing.silence()) {
        store.outage().last();
      }
      if (cutOff && now - nextQuestion >= 0) {
        nextQuestion = now + timing.silence();
        askAround();
      }
    }
    deadlines.after(Duration.ofNanos(timing.step()), this::tick);
  }

  private void become(int slot, Decision decision) {
    joiner = null;
    self = slot;
    store = begin.apply(slot);
    membership = new Membership(slot, decision, timing, this, this, deadlines.now());
    enter(decision.view());
  }

  private void enter(View view) {
    network.enter(view);
    store.enter(view);
    if (!leaves) {
      changes.enter(view, membership.decision().left());
    }
  }

  private void ask(Join join) {
    if (contact == null) {
      InetSocketAddress address = configuration.contact().orElseThrow();
      contact = network.greet(address.getHostString(), address.getPort());
    }
    contact.reply(join);
  }

  /** Others may have gone on without this store, and may have closed their connections to it. */
  private void askAround() {
    for (var other : membership.view().members()) {
      if (other.slot() != self && !network.isConnected(other.slot())) {
        Stranger stranger = network.greet(other.host(), other.port());
        stranger.reply(new Beat(membership.view().number(), true));
        deadlines.after(Duration.ofNanos(timing.silence()), stranger::close);
      }
    }
  }

  @Override
  public void onMessageFromStranger(Stranger stranger, Message message) {
    switch (message) {
      case Join join when membership != null -> {
        joiners.put(join.request(), stranger);
        if (cutOff) {
          stranger.reply(new NoQuorum(store.outage().text()));
        }
        membership.onJoin(join);
      }
      case Decided decided when joiner != null -> {
        int slot = joiner.slotIn(decided.decision());
        if (slot != View.NO_STORE) {
          contact.close();
          become(slot, decided.decision());
        }
      }
      case NoQuorum answer when joiner != null -> trouble = answer.text();
      case Decided decided when membership != null -> membership.onMessage(self, decided);
      case Beat _ when membership != null -> stranger.reply(new Decided(membership.decision()));
      default -> stranger.close();
    }
  }

  @Override
  public void onLost(Stranger stranger, String reason) {
    joiners.values().remove(stranger);
    if (stranger == contact) {
      contact = null;
      trouble = reason;
    }
  }

  @Override
  public void send(int slot, MembershipMessage message) {
    if (message instanceof Beat beat && beat.question()) {
      questions.put(slot, deadlines.now());
    }
    if (slot == self) {
      deadlines.after(Duration.ZERO, () -> membership.onMessage(self, message));
    } else {
      network.send(slot, membership == null ? 0 : membership.view().number(), message);
    }
  }

  @Override
  public void answer(long request, Decided answer) {
    Stranger stranger = joiners.remove(request);
    if (stranger != null) {
      stranger.reply(answer);
    }
  }

  @Override
  public void viewChanged(View view) {
    deadlines.after(Duration.ZERO, () -> enter(view));
  }

  @Override
  public void evicted(String reason) {
    // What is said with it leaves first.
    deadlines.after(Duration.ofNanos(timing.step()), () -> end.accept(reason));
  }

  @Override
  public void noQuorum(String text) {
    cutOff = true;
    cutOffSince = deadlines.now();
    store.outage().begin(text);
    nextQuestion = deadlines.now() + timing.beat();
    notes.accept(text);
  }

  @Override
  public void quorumAgain() {
    cutOff = false;
    store.outage().end();
    notes.accept("store %d reaches enough stores again".formatted(self));
  }

  @Override
  public void onUnreachable(int slot) {
    deadlines.after(Duration.ZERO, () -> membership.onUnreachable(slot));
  }

  @Override
  public void onPeerError(int slot, String text) {
    // Who leaves is refused by those that know it before it does itself.
    if (!leaves) {
      notes.accept(text);
    }
  }

  @Override
  public void onExpelled(int slot) {
    deadlines.after(Duration.ZERO, () -> end.accept(whyExpelled(slot)));
  }

  /** A peer may know that this store has left before this store does itself. */
  private String whyExpelled(int slot) {
    return leaves
        ? "left with view %d or a later one, says store %d"
            .formatted(store.view().number() + 1, slot)
        : "store %d was taken for dead, says store %d: it was silent too long, or was cut off"
            .formatted(self, slot);
  }
}
