package io.starling.objects.membership;

import io.starling.objects.protocol.Ballot;
import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage.Accept;
import io.starling.objects.protocol.MembershipMessage.Accepted;
import io.starling.objects.protocol.MembershipMessage.Paxos;
import io.starling.objects.protocol.MembershipMessage.Prepare;
import io.starling.objects.protocol.MembershipMessage.Promise;
import io.starling.objects.protocol.MembershipMessage.Rejected;
import io.starling.objects.protocol.MembershipMessage.Vote;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The attempts of one keeper to have the next view decided (Lamport, "Paxos Made Simple", section
 * 2.2).
 *
 * <pre>
 *          begin            majority promised          majority accepted
 * RESTING -------> PREPARING ---------------> ACCEPTING ----------------> RESTING, decided
 *    ^ rejected  ------+--------------------------+
 * </pre>
 *
 * <p>Invariant: it asks to accept its own wish only if no keeper of a majority had accepted
 * anything, else what was accepted in the highest attempt. It knows no time: who calls it chooses
 * the moments.
 */
final class Proposer {

  private enum Phase {
    RESTING,
    PREPARING,
    ACCEPTING
  }

  private final long view;
  private final int self;
  private final int majority;
  private final Consumer<Paxos> keepers;
  private final Set<Integer> agreed = new TreeSet<>();
  private Phase phase = Phase.RESTING;
  private Ballot ballot = Ballot.NONE;
  private Ballot highest = Ballot.NONE;

  /** What was accepted in the highest attempt that a promise told of, or null. */
  private Vote inherited;

  /** What the keepers are asked to accept. */
  private Decision proposal;

  /**
   * @param keepers takes a message to each keeper, this one too
   */
  Proposer(long view, int self, int majority, Consumer<Paxos> keepers) {
    this.view = view;
    this.self = self;
    this.majority = majority;
    this.keepers = keepers;
  }

  int slot() {
    return self;
  }

  /** Begins an attempt, higher than all that were seen; the last one of this proposer is void. */
  void begin() {
    ballot = new Ballot(highest.round() + 1, self);
    highest = ballot;
    phase = Phase.PREPARING;
    inherited = null;
    agreed.clear();
    keepers.accept(new Prepare(view, ballot));
  }

  /** There is another attempt, which the next one of this proposer has to exceed. */
  void see(Ballot other) {
    if (other.compareTo(highest) > 0) {
      highest = other;
    }
  }

  /**
   * A keeper has promised.
   *
   * @param wish gives what this keeper wants decided, or null if it wants nothing any more
   */
  void onPromise(int from, Promise promise, Supplier<Decision> wish) {
    if (!awaits(promise)) {
      return;
    }
    for (Vote vote : promise.votes()) {
      if (inherited == null || vote.ballot().compareTo(inherited.ballot()) > 0) {
        inherited = vote;
      }
    }
    agreed.add(from);
    if (agreed.size() < majority) {
      return;
    }
    agreed.clear();
    proposal = inherited == null ? wish.get() : inherited.next();
    if (proposal == null) {
      phase = Phase.RESTING;
      return;
    }
    phase = Phase.ACCEPTING;
    keepers.accept(new Accept(view, ballot, proposal));
  }

  /** A keeper has accepted; returns the decision if it was the one that lacked, else null. */
  Decision onAccepted(int from, Accepted accepted) {
    if (!awaits(accepted)) {
      return null;
    }
    agreed.add(from);
    if (agreed.size() < majority) {
      return null;
    }
    phase = Phase.RESTING;
    return proposal;
  }

  /** A keeper has rejected; returns whether this ended the attempt. */
  boolean onRejected(Rejected rejected) {
    see(rejected.promised());
    if (!awaits(rejected)) {
      return false;
    }
    phase = Phase.RESTING;
    return true;
  }

  /** Whether an answer belongs to the attempt as it stands; else it comes too late to matter. */
  boolean awaits(Paxos answer) {
    return answer.ballot().equals(ballot)
        && switch (answer) {
          case Promise promise -> phase == Phase.PREPARING;
          case Accepted accepted -> phase == Phase.ACCEPTING;
          default -> phase != Phase.RESTING;
        };
  }

  @Override
  public String toString() {
    return "%s %s, agreed %s, inherited %s, proposal %s, highest %s"
        .formatted(phase, ballot, agreed, inherited, proposal, highest);
  }
}
