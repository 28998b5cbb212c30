package io.starling.runtime.bootstrap.api;

/**
 * An agent's connection to its launcher, directly or through other agents. May be used by any
 * thread.
 */
public interface AgentLink {

  /** Receives events of the launcher, on a thread that it must not block. */
  interface Listener {

    /** The launcher has sent a message; messages arrive in order. */
    void received(byte[] message);

    /** The launcher, or the agent above, has ended or has been silent for too long. */
    void lost(String reason);
  }

  /**
   * Sends a message to the launcher without waiting.
   *
   * @param message at most 1 MiB
   */
  void tell(byte[] message);

  /**
   * The number of bytes that wait to be sent. A producer that is faster than the network should
   * wait.
   */
  long unsent();
}
