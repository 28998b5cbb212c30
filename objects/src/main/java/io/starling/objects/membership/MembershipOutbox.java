package io.starling.objects.membership;

import io.starling.objects.protocol.MembershipMessage;

/**
 * Takes messages of the membership to stores. Messages between two stores arrive in order or, when
 * their connection breaks, not at all. None arrives within the call that sent it, not even a
 * message to the own store.
 */
public interface MembershipOutbox {

  /**
   * Sends a message to a store of the current view, of an earlier one, or to one from which a
   * message came. It may drop the message if it can't reach the store.
   */
  void send(int slot, MembershipMessage message);

  /** Sends the answer to a request to join, over the connection on which the request came. */
  void answer(long request, MembershipMessage.Decided answer);
}
