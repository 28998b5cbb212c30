package io.starling.objects.membership;

import io.starling.objects.protocol.View;

/**
 * Hears what the membership finds. It calls the membership later, never from within these methods.
 */
public interface MembershipListener {

  /** A newer view, which has this store. Messages to the stores that joined follow. */
  void viewChanged(View view);

  /**
   * This store is a member no more, and the membership is over. To go on, it joins as a new store.
   */
  void evicted(String reason);

  /** Too few keepers are reached to decide anything. Said once. */
  void noQuorum(String text);

  /** After {@link #noQuorum}: enough keepers are reached again. */
  void quorumAgain();
}
