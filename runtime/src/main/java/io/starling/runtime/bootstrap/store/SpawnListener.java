package io.starling.runtime.bootstrap.store;

/** Receives what ranks want of a launcher that starts ranks later, on the thread of the store. */
public interface SpawnListener {

  /**
   * A rank asks for more ranks.
   *
   * @param name of its request
   * @param request a {@link io.starling.runtime.bootstrap.api.SpawnRequest}
   */
  void asked(int rank, String name, byte[] request);

  /** All ranks that were started together have exchanged their addresses. */
  void cameUp(int first);
}
