package io.starling.runtime.bootstrap;

/**
 * The launcher's way to its agents, of which every other host of a job has one. Agents may have
 * agents below them; nobody who uses this needs to know. Free to use by all threads.
 */
public interface AgentTree {

  /** Hears of agents, on a thread that it must not block. */
  interface Listener {

    /** The agent of a host has proved that it belongs to the job. */
    void joined(int host);

    /** An agent has sent a message; those of one agent come in order. */
    void received(int host, byte[] message);

    /**
     * An agent has ended or is silent for too long, as all agents below it are, each of which is
     * told of too. Nothing will be heard of that host any more.
     */
    void lost(int host, String reason);
  }

  /**
   * Sends a message to the agent of a host, and returns at once; nothing happens where that is
   * lost.
   *
   * @param message at most 1 MiB
   */
  void tell(int host, byte[] message);
}
