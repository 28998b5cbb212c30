package io.starling.objects.membership;

import io.starling.objects.protocol.Ballot;
import io.starling.objects.protocol.MembershipMessage.Accept;
import io.starling.objects.protocol.MembershipMessage.Accepted;
import io.starling.objects.protocol.MembershipMessage.Paxos;
import io.starling.objects.protocol.MembershipMessage.Prepare;
import io.starling.objects.protocol.MembershipMessage.Promise;
import io.starling.objects.protocol.MembershipMessage.Rejected;
import io.starling.objects.protocol.MembershipMessage.Vote;
import java.util.List;

/**
 * The memory of one keeper in the decision of one view (Lamport, "Paxos Made Simple", section 2.2).
 *
 * <p>Invariant: it takes part in no attempt that is lower than the highest it promised itself to.
 * The memory dies with the process; a store that comes back has another slot and is another keeper.
 */
final class Acceptor {

  private final long view;
  private Ballot promised = Ballot.NONE;
  private List<Vote> accepted = List.of();

  Acceptor(long view) {
    this.view = view;
  }

  /** A {@link Promise} or a {@link Rejected}. */
  Paxos onPrepare(Prepare prepare) {
    if (isTooLow(prepare.ballot())) {
      return new Rejected(view, prepare.ballot(), promised);
    }
    promised = prepare.ballot();
    return new Promise(view, promised, accepted);
  }

  /** An {@link Accepted} or a {@link Rejected}. */
  Paxos onAccept(Accept accept) {
    if (isTooLow(accept.ballot())) {
      return new Rejected(view, accept.ballot(), promised);
    }
    promised = accept.ballot();
    accepted = List.of(new Vote(promised, accept.next()));
    return new Accepted(view, promised);
  }

  private boolean isTooLow(Ballot ballot) {
    return ballot.compareTo(promised) < 0;
  }

  @Override
  public String toString() {
    return "promised " + promised + ", accepted " + accepted;
  }
}
