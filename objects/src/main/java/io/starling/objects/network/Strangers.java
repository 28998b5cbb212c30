package io.starling.objects.network;

import io.starling.objects.protocol.Message;

/** Hears what stores say that are no members, or that this store greeted as such. */
public interface Strangers {

  /** A message of a store that has proved the secret, and no more. */
  void onMessageFromStranger(Stranger stranger, Message message);

  /**
   * The connection ended, or could not be made.
   *
   * @param reason for people
   */
  void onLost(Stranger stranger, String reason);
}
