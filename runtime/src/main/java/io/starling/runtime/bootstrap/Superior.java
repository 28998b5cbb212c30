package io.starling.runtime.bootstrap;

import java.io.IOException;

/** Who decides what a store only passes on: the launcher's own store, here or further up. */
interface Superior {

  /**
   * Takes a message from below.
   *
   * @throws IOException if whoever sent it has broken the protocol
   */
  void accept(Frame frame) throws IOException;
}
