package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage.Accept;
import io.starling.objects.protocol.MembershipMessage.Accepted;
import io.starling.objects.protocol.MembershipMessage.Paxos;
import io.starling.objects.protocol.MembershipMessage.Prepare;
import io.starling.objects.protocol.MembershipMessage.Promise;
import io.starling.objects.protocol.MembershipMessage.Rejected;
import java.util.function.Supplier;

/**
 * One keeper's part in the decision of the view after a view: its memory, its attempts, its turn.
 *
 * <pre>
 * Prepare, Accept              ---> Acceptor ---> answer to the proposer
 * Promise, Accepted, Rejected  ---> Proposer ---> Accept to the keepers, or the decision
 * change wanted                ---> Turn     ---> Prepare to the keepers
 * </pre>
 */
final class Election {

  private final MembershipOutbox outbox;
  private final Acceptor acceptor;
  private final Proposer proposer;
  private final Turn turn;

  /** Of the view that comes after the given one. */
  Election(long view, Keepers keepers, int self, Timing timing, MembershipOutbox outbox) {
    this.outbox = outbox;
    this.acceptor = new Acceptor(view);
    this.proposer =
        new Proposer(
            view,
            self,
            keepers.majority(),
            message -> keepers.slots().forEach(keeper -> outbox.send(keeper, message)));
    this.turn = new Turn(timing);
  }

  /** Begins an attempt if something is wanted and it is this keeper's turn. */
  void consider(boolean wanted, long now, int rank) {
    if (!wanted) {
      turn.rest();
    } else if (turn.isDue(now, rank)) {
      proposer.begin();
    }
  }

  /**
   * A message of a keeper; returns what it decided, else null.
   *
   * @param rank the place of this keeper among those that it does not suspect
   * @param wish what this keeper wants decided, or null
   */
  Decision onMessage(int from, Paxos message, long now, int rank, Supplier<Decision> wish) {
    switch (message) {
      case Prepare prepare -> answer(from, prepare, acceptor.onPrepare(prepare), now, rank);
      case Accept accept -> answer(from, accept, acceptor.onAccept(accept), now, rank);
      case Promise promise -> proposer.onPromise(from, promise, wish);
      case Rejected rejected -> {
        if (proposer.onRejected(rejected)) {
          turn.onRejected(now, rank);
        }
      }
      case Accepted accepted -> {
        return proposer.onAccepted(from, accepted);
      }
    }
    return null;
  }

  private void answer(int from, Paxos asked, Paxos answer, long now, int rank) {
    proposer.see(asked.ballot());
    if (from != proposer.slot() && !(answer instanceof Rejected)) {
      turn.giveWay(now, rank);
    }
    outbox.send(from, answer);
  }
}
