package io.starling.objects.membership;

import io.starling.objects.protocol.Ballot;
import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage.Accept;
import io.starling.objects.protocol.MembershipMessage.Accepted;
import io.starling.objects.protocol.MembershipMessage.Paxos;
import io.starling.objects.protocol.MembershipMessage.Prepare;
import io.starling.objects.protocol.MembershipMessage.Promise;
import io.starling.objects.protocol.MembershipMessage.Rejected;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The keepers of one view, of which some propose, and the messages between them. A step delivers
 * any message, or begins an attempt. A message that is never delivered is lost.
 */
final class PaxosWorld {

  private record Envelope(int from, int to, Paxos message) {}

  private final List<Acceptor> acceptors = new ArrayList<>();
  private final List<Proposer> proposers = new ArrayList<>();
  private final List<Envelope> flying = new ArrayList<>();
  private final int[] attemptsLeft;
  private final boolean duplicates;

  /** Who accepted in which attempt, and what. */
  private final Map<Ballot, Set<Integer>> accepted = new HashMap<>();

  private final Map<Ballot, Decision> asked = new HashMap<>();

  /** What a majority accepted or a proposer found decided; never more than one. */
  final Set<Decision> decided = new HashSet<>();

  PaxosWorld(int keepers, boolean duplicates, int... attempts) {
    this.attemptsLeft = attempts.clone();
    this.duplicates = duplicates;
    for (int slot = 0; slot < keepers; slot++) {
      acceptors.add(new Acceptor(1));
    }
    for (int proposer = 0; proposer < attempts.length; proposer++) {
      int self = proposer;
      proposers.add(
          new Proposer(
              1,
              self,
              keepers / 2 + 1,
              message -> {
                for (int to = 0; to < keepers; to++) {
                  flying.add(new Envelope(self, to, message));
                }
              }));
    }
  }

  /** Each proposer wants another view. */
  private static Decision wishOf(int proposer) {
    return new Decision(View.ofSlots(2, proposer), List.of(), List.of());
  }

  int choices() {
    return flying.size() + proposers.size();
  }

  /** Takes a step; false if it is not possible. */
  boolean step(int choice) {
    if (choice < proposers.size()) {
      if (attemptsLeft[choice] == 0) {
        return false;
      }
      attemptsLeft[choice]--;
      proposers.get(choice).begin();
      return true;
    }
    int index = choice - proposers.size();
    deliver(duplicates ? flying.get(index) : flying.remove(index));
    flying.removeIf(this::isLate);
    return true;
  }

  /**
   * Whether a message changes nothing any more, or only ends the last attempt, as its loss would.
   */
  private boolean isLate(Envelope envelope) {
    return switch (envelope.message()) {
      case Prepare prepare -> false;
      case Accept accept -> false;
      case Rejected rejected when attemptsLeft[envelope.to()] > 0 -> false;
      case Rejected rejected -> true;
      default -> !proposers.get(envelope.to()).awaits(envelope.message());
    };
  }

  private void deliver(Envelope envelope) {
    int at = envelope.to();
    switch (envelope.message()) {
      case Prepare prepare -> answer(envelope, acceptors.get(at).onPrepare(prepare));
      case Accept accept -> {
        asked.put(accept.ballot(), accept.next());
        answer(envelope, acceptors.get(at).onAccept(accept));
      }
      case Promise promise ->
          proposers.get(at).onPromise(envelope.from(), promise, () -> wishOf(at));
      case Rejected rejected -> proposers.get(at).onRejected(rejected);
      case Accepted message -> {
        Decision decision = proposers.get(at).onAccepted(envelope.from(), message);
        if (decision != null) {
          decided.add(decision);
        }
      }
    }
  }

  private void answer(Envelope question, Paxos answer) {
    int keeper = question.to();
    if (answer instanceof Accepted message) {
      Set<Integer> voters = accepted.computeIfAbsent(message.ballot(), ballot -> new HashSet<>());
      voters.add(keeper);
      if (voters.size() > acceptors.size() / 2) {
        decided.add(asked.get(message.ballot()));
      }
    }
    if (question.from() < attemptsLeft.length) {
      // As in a keeper that also proposes.
      if (keeper < proposers.size()) {
        proposers.get(keeper).see(question.message().ballot());
      }
      flying.add(new Envelope(keeper, question.from(), answer));
    }
  }

  /**
   * Equal for states that behave alike.
   *
   * @param numbers of all parts of states so far
   */
  long digest(Map<Object, Integer> numbers) {
    long hash = 0;
    for (Envelope envelope : flying) {
      hash += mixed(number(envelope, numbers));
    }
    for (Acceptor acceptor : acceptors) {
      hash = mixed(hash + number(acceptor.toString(), numbers));
    }
    for (int at = 0; at < proposers.size(); at++) {
      hash = mixed(hash + number(attemptsLeft[at] + proposers.get(at).toString(), numbers));
    }
    return hash;
  }

  private static int number(Object part, Map<Object, Integer> numbers) {
    return numbers.computeIfAbsent(part, unknown -> numbers.size() + 1);
  }

  /** The finalizer of SplitMix64. */
  private static long mixed(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    return hash ^ hash >>> 31;
  }
}
