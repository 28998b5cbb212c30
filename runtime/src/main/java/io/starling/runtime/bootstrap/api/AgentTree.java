package io.starling.runtime.bootstrap.api;

/**
 * The launcher's connection to its agents; every other host of a job has one. Agents may have
 * agents below them, which is transparent here. May be used by any thread.
 */
public interface AgentTree {

  /** Receives events of agents, on a thread that it must not block. */
  interface Listener {

    /** The agent of a host has proved that it belongs to the job. */
    void joined(int host);

    /** An agent has sent a message; the messages of one agent arrive in order. */
    void received(int host, byte[] message);

    /**
     * An agent has ended or has been silent for too long. Each agent below it is reported as well.
     * There are no further events of that host.
     */
    void lost(int host, String reason);
  }

  /**
   * Sends a message to the agent of a host without waiting; does nothing if the agent is lost.
   *
   * @param message at most 1 MiB
   */
  void tell(int host, byte[] message);
}
