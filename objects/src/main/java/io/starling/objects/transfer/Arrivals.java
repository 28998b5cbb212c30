package io.starling.objects.transfer;

import io.starling.objects.protocol.Message;

/** What a network brings to a store, on the thread of the store. */
public interface Arrivals {

  /** A message of a store, which sent it in its view of that number. */
  void onMessage(int from, long viewOfSender, Message message);

  /** The connection to a store broke: its streams are over, messages go on when it stands again. */
  void onBroken(int slot);

  /** What the network asks for when it has room for bytes to a store. */
  Streams streams();

  /** The network has written the next bytes of a stream where {@link Streams#target} said. */
  void onBytes(long stream, long length);
}
