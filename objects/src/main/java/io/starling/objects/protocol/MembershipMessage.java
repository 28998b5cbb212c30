package io.starling.objects.protocol;

import java.util.List;

/** What stores say to each other to agree on the next view. */
public sealed interface MembershipMessage extends Message {

  @Override
  default boolean isBoundToView() {
    return false;
  }

  /**
   * A store asks to join. Who gets it tells the keepers. Answer: {@link Decided}; none as long as
   * the store has not joined, so it asks again.
   *
   * @param request a random number; a repeated request has the same one
   * @param host where the store listens for others
   * @param port where the store listens for others
   */
  record Join(long request, String host, int port) implements MembershipMessage {}

  /**
   * To all stores that it concerns, to those that are behind, and to a store that asked to join.
   */
  record Decided(Decision decision) implements MembershipMessage {}

  /**
   * To a store that asked to join: the sender reaches too few stores. It may still be let in later.
   *
   * @param text for people
   */
  record NoQuorum(String text) implements MembershipMessage {}

  /** Says which view its sender has; who has a newer one answers {@link Decided}. */
  sealed interface InView extends MembershipMessage {
    /** The number of the sender's view. */
    long view();
  }

  /**
   * The sender lives.
   *
   * @param question whether the receiver shall answer with a beat
   */
  record Beat(long view, boolean question) implements InView {}

  /** To the keepers: the sender suspects a store; it says so again as long as it does. */
  record Suspicion(long view, int slot) implements InView {}

  /** To the keepers: the sender wants to leave. */
  record Leave(long view) implements InView {}

  /** Paxos among the keepers of a view decides the next one. */
  sealed interface Paxos extends InView {
    /** The attempt. */
    Ballot ballot();
  }

  /** Phase 1 begins. Answers: {@link Promise}, {@link Rejected}. */
  record Prepare(long view, Ballot ballot) implements Paxos {}

  /**
   * The sender takes part in no earlier attempt any more.
   *
   * @param votes what it accepted last: one or none
   */
  record Promise(long view, Ballot ballot, List<Vote> votes) implements Paxos {

    public Promise {
      votes = List.copyOf(votes);
    }
  }

  /** Phase 2 begins. Answers: {@link Accepted}, {@link Rejected}. */
  record Accept(long view, Ballot ballot, Decision next) implements Paxos {}

  /** The sender has accepted. */
  record Accepted(long view, Ballot ballot) implements Paxos {}

  /** The sender has promised itself to a later attempt. */
  record Rejected(long view, Ballot ballot, Ballot promised) implements Paxos {}

  /** What a keeper accepted, and in which attempt. */
  record Vote(Ballot ballot, Decision next) {}
}
