package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.MembershipMessage.Beat;
import io.starling.objects.protocol.MembershipMessage.Decided;
import io.starling.objects.protocol.MembershipMessage.Leave;
import io.starling.objects.protocol.MembershipMessage.Suspicion;
import io.starling.objects.protocol.View;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a store says of its own accord, and to which stores.
 *
 * <pre>
 * Beat                 to the keepers; from a keeper also to who is quiet; to all if the keepers are lost
 * Suspicion, Leave     to the keepers, and again with each beat
 * Decided              to all stores that the decision concerns
 * </pre>
 */
final class Voice {

  private final int self;
  private final MembershipOutbox outbox;
  private final Suspicions suspicions;
  private View view;
  private Keepers keepers;

  Voice(int self, MembershipOutbox outbox, Suspicions suspicions) {
    this.self = self;
    this.outbox = outbox;
    this.suspicions = suspicions;
  }

  void enter(View next) {
    view = next;
    keepers = Keepers.of(next);
  }

  /** To the keepers, without this store. */
  void tellKeepers(MembershipMessage message) {
    for (int keeper : keepers.slots()) {
      if (keeper != self) {
        outbox.send(keeper, message);
      }
    }
  }

  void beat(boolean quorum, long now) {
    boolean keeper = keepers.contains(self);
    for (Member member : view.members()) {
      int slot = member.slot();
      boolean missed = !quorum || (keeper && !suspicions.isFresh(slot, now));
      if (slot != self && (missed || keepers.contains(slot))) {
        outbox.send(slot, new Beat(view.number(), true));
      }
    }
  }

  void tellSuspicions(long now) {
    for (Member member : view.members()) {
      if (suspicions.isSuspected(member.slot(), now)) {
        tellSuspicion(member.slot());
      }
    }
  }

  /** To all keepers but the suspected one. */
  void tellSuspicion(int slot) {
    for (int keeper : keepers.slots()) {
      if (keeper != self && keeper != slot) {
        outbox.send(keeper, new Suspicion(view.number(), slot));
      }
    }
  }

  void tellLeave() {
    tellKeepers(new Leave(view.number()));
  }

  /** The stores that a decision concerns: those of both views, without this one. */
  Set<Integer> concerned(Decision decision) {
    Set<Integer> slots = new TreeSet<>();
    view.members().forEach(member -> slots.add(member.slot()));
    decision.view().members().forEach(member -> slots.add(member.slot()));
    slots.remove(self);
    return slots;
  }

  void tell(Set<Integer> slots, Decision decision) {
    slots.forEach(slot -> outbox.send(slot, new Decided(decision)));
  }
}
