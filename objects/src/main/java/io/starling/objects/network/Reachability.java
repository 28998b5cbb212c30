package io.starling.objects.network;

/**
 * Hears which stores can't be reached. It takes notes and never calls the network within a call.
 */
public interface Reachability {

  /**
   * A store refused connections for 50 ms, or was silent for the time of the options. It is said
   * once; the network goes on trying until the slot leaves.
   */
  void onUnreachable(int slot);

  /**
   * A peer broke the rules, and lost its connection for it.
   *
   * @param slot -1 if the peer did not prove a slot
   * @param text names the peer, what it did, and what helps
   */
  void onPeerError(int slot, String text);

  /** A store of the last view says that this store is no member any more. */
  default void onExpelled(int slot) {}
}
