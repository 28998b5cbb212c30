package io.starling.objects.network;

import io.starling.objects.protocol.Message;

/**
 * A proved connection to or from a store that is no member. Messages arrive once and in order,
 * until the connection ends.
 */
public interface Stranger {

  /** Sends a message; after the end of the connection this does nothing. */
  void reply(Message message);

  /** The host at the other end, for people. */
  String host();

  /** Ends the connection when what was sent has left, after a second at most. */
  void close();
}
