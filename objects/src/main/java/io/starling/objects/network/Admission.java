package io.starling.objects.network;

import java.io.IOException;
import java.nio.channels.SelectionKey;

/** Decides about peers that have proved the secret. */
interface Admission {

  /** The answer to a peer; a welcome ends an older connection of the same peer. */
  Handshake.Answer answer(Handshake.Hello hello);

  /** The connection of a welcome peer. */
  void admit(Handshake.Hello hello, SelectionKey key) throws IOException;

  /** A peer that has not proved anything broke the rules. */
  void onUnprovedError(String text);
}
