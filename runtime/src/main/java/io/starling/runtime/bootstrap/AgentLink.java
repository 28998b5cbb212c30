package io.starling.runtime.bootstrap;

/** An agent's way to its launcher, directly or through other agents. Free to use by all threads. */
public interface AgentLink {

  /** Hears of the launcher, on a thread that it must not block. */
  interface Listener {

    /** The launcher has sent a message; they come in order. */
    void received(byte[] message);

    /** The launcher, or the agent above, has ended or is silent for too long. */
    void lost(String reason);
  }

  /**
   * Sends a message to the launcher, and returns at once.
   *
   * @param message at most 1 MiB
   */
  void tell(byte[] message);

  /** How many bytes wait to be sent: who produces faster than the network takes should wait. */
  long unsent();
}
