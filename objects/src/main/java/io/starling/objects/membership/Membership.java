package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.MembershipMessage.Beat;
import io.starling.objects.protocol.MembershipMessage.Decided;
import io.starling.objects.protocol.MembershipMessage.InView;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.MembershipMessage.Leave;
import io.starling.objects.protocol.MembershipMessage.NoQuorum;
import io.starling.objects.protocol.MembershipMessage.Paxos;
import io.starling.objects.protocol.MembershipMessage.Suspicion;
import io.starling.objects.protocol.View;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * One store's part in the agreement on who the stores are.
 *
 * <pre>
 *   every store                        keepers of view v                     all stores of v and v+1
 * Beat, Suspicion, Leave, Join ---> a majority suspects a store,     ---> Decided(v+1) ---> viewChanged
 *                                   one leaves, one joins: Paxos                            or evicted
 * </pre>
 *
 * <p>Each message says which view its sender has. Who is ahead answers with its view, who is behind
 * asks for it, and it may skip some. So a lost message delays a change by a beat and harms nothing.
 *
 * <p>Who is held for dead, see {@link Suspicions}; when a keeper proposes, see {@link Turn}.
 *
 * <p>Invariant: views of one number are equal at all stores, as a view is decided by a majority of
 * the keepers of the view before, and each store of a view knows that view's keepers.
 *
 * <p>One thread drives it: with {@link #onTick} each few milliseconds, with each message, and with
 * each broken connection. Effects go to {@link MembershipOutbox} and {@link MembershipListener},
 * which never call back from within. After {@link MembershipListener#evicted} it does nothing any
 * more.
 */
public final class Membership {

  private final int self;
  private final Timing timing;
  private final MembershipOutbox outbox;
  private final MembershipListener listener;
  private final Beats beats = new Beats();
  private final Suspicions suspicions;
  private final Voice voice;
  private final Joins joins;
  private final Quorum quorum;
  private final Set<Integer> leavers = new TreeSet<>();
  private Decision current;
  private Keepers keepers;

  /** Of the next view; null if this store is no keeper. */
  private Election election;

  private long now;
  private long nextBeat;
  private boolean over;

  /**
   * @param self the slot of this store, a member of the first view
   * @param first {@link Decision#first} or the one that fulfilled the request to join; the listener
   *     hears of later ones only
   * @param now the time in nanoseconds, as {@link System#nanoTime} gives it
   */
  public Membership(
      int self,
      Decision first,
      Timing timing,
      MembershipOutbox outbox,
      MembershipListener listener,
      long now) {
    this.self = self;
    this.timing = timing;
    this.outbox = outbox;
    this.listener = listener;
    this.suspicions = new Suspicions(self, timing, beats);
    this.voice = new Voice(self, outbox, suspicions);
    this.joins = new Joins(timing);
    this.quorum = new Quorum(self, listener);
    this.now = now;
    this.nextBeat = now;
    enter(first);
  }

  /** The newest view that this store knows, and who joined by which request. */
  public Decision decision() {
    return current;
  }

  /** The newest view that this store knows. */
  public View view() {
    return current.view();
  }

  /** Time goes on. A gap of more than half a silence means that this process was stopped. */
  public void onTick(long time) {
    long gap = time - now;
    now = time;
    if (over) {
      return;
    }
    if (gap > timing.lateTick()) {
      beats.forgive(gap);
    }
    if (now - nextBeat >= 0) {
      nextBeat = now + timing.beat();
      joins.forgetOld(now);
      voice.beat(quorum.isReached(), now);
      voice.tellSuspicions(now);
      if (leavers.contains(self)) {
        voice.tellLeave();
      }
    }
    consider();
  }

  /**
   * A message of a store. It gives all messages of a connection before it says that the connection
   * is broken.
   */
  public void onMessage(int from, MembershipMessage message) {
    if (over) {
      return;
    }
    beats.hear(from, now);
    suspicions.hear(from);
    switch (message) {
      case Decided decided -> learn(decided.decision(), false);
      case Join join -> onForwarded(from, join);
      case NoQuorum _ -> {}
      case InView inView -> {
        onFact(from, inView);
        onInView(from, inView);
      }
    }
    consider();
  }

  /** A request to join over a connection that belongs to no store. */
  public void onJoin(Join join) {
    if (over) {
      return;
    }
    if (current.slotOf(join.request()) != View.NO_STORE) {
      outbox.answer(join.request(), new Decided(current));
      return;
    }
    joins.connect(join, now);
    if (election != null) {
      joins.ask(join, now);
    }
    voice.tellKeepers(join);
    consider();
  }

  /**
   * The connection to a store broke and a new one was refused, or leads to another store. Not for a
   * connection attempt that only lasts.
   */
  public void onUnreachable(int slot) {
    if (over || slot == self || !current.view().contains(slot)) {
      return;
    }
    // Said once: what is sent to a store that can't be reached comes back here.
    if (suspicions.onUnreachable(slot)) {
      voice.tellSuspicion(slot);
      consider();
    }
  }

  /** Wants to leave; {@link MembershipListener#evicted} says when it is done. */
  public void leave() {
    if (over) {
      return;
    }
    leavers.add(self);
    if (current.view().members().size() == 1) {
      end("left as the last store");
      return;
    }
    voice.tellLeave();
    consider();
  }

  /** What a message says of its sender or of another slot is so in every view. */
  private void onFact(int from, InView message) {
    switch (message) {
      case Leave leave -> leavers.add(from);
      case Suspicion suspicion when suspicion.slot() == self ->
          outbox.send(from, new Beat(number(), false));
      case Suspicion suspicion when current.view().contains(suspicion.slot()) -> {
        suspicions.onReport(from, suspicion.slot(), now);
        if (election != null && !suspicions.isSuspected(suspicion.slot(), now)) {
          outbox.send(suspicion.slot(), new Beat(number(), true));
        }
      }
      default -> {}
    }
  }

  private void onInView(int from, InView message) {
    if (message.view() < number()) {
      outbox.send(from, new Decided(current));
    } else if (message.view() > number()) {
      outbox.send(from, new Beat(number(), true));
    } else if (message instanceof Beat beat && beat.question()) {
      outbox.send(from, new Beat(number(), false));
    } else if (message instanceof Paxos paxos && election != null) {
      Decision decided = election.onMessage(from, paxos, now, rank(), this::wish);
      if (decided != null) {
        learn(decided, true);
      }
    }
  }

  private void onForwarded(int from, Join join) {
    if (current.slotOf(join.request()) != View.NO_STORE) {
      outbox.send(from, new Decided(current));
    } else if (election != null) {
      joins.ask(join, now);
    }
  }

  private void consider() {
    if (over) {
      return;
    }
    quorum.check(current.view(), keepers, slot -> suspicions.isReached(slot, now));
    if (election != null) {
      boolean wanted = wish() != null;
      election.consider(wanted, now, wanted ? rank() : 0);
    }
  }

  /** The view that this keeper wants next, or null. */
  private Decision wish() {
    IntPredicate dead = slot -> suspicions.isHeldForDead(slot, now);
    return Succession.next(current, leavers, dead, joins.next(), self);
  }

  private int rank() {
    return keepers.rank(self, slot -> suspicions.isSuspected(slot, now));
  }

  /**
   * A newer view begins, which this store decided or heard of. Who decided it tells it to all, and
   * so does who has to go: the one that decided may be dead by now.
   */
  private void learn(Decision decision, boolean decidedHere) {
    if (decision.view().number() <= number()) {
      return;
    }
    Set<Integer> concerned = voice.concerned(decision);
    if (!decision.view().contains(self)) {
      voice.tell(concerned, decision);
      end(
          leavers.contains(self)
              ? "left with view %d".formatted(decision.view().number())
              : "view %d was decided without store %d, which the other stores did not hear or reach"
                  .formatted(decision.view().number(), self));
      return;
    }
    enter(decision);
    listener.viewChanged(decision.view());
    if (decidedHere) {
      voice.tell(concerned, decision);
    }
    joins.enter(decision).forEach(request -> outbox.answer(request, new Decided(decision)));
    voice.tellSuspicions(now);
    if (leavers.contains(self)) {
      leave();
    }
  }

  private void enter(Decision decision) {
    View view = decision.view();
    beats.enter(view, self, now);
    suspicions.enter(view);
    voice.enter(view);
    leavers.removeIf(slot -> !view.contains(slot));
    current = decision;
    keepers = Keepers.of(view);
    election =
        keepers.contains(self) ? new Election(view.number(), keepers, self, timing, outbox) : null;
  }

  private void end(String reason) {
    over = true;
    listener.evicted(reason);
  }

  private long number() {
    return current.view().number();
  }
}
