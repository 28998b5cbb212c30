package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import java.io.IOException;

/** Decides about the messages that a store passes on: the launcher's store, here or further up. */
interface StoreAuthority {

  /**
   * Takes a message from below.
   *
   * @throws IOException if the sender has broken the protocol
   */
  void accept(Frame frame) throws IOException;
}
