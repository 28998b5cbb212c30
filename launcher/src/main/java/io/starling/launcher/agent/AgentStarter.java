package io.starling.launcher.agent;

/**
 * Starts agents on other hosts, and ends with them: when it is closed, or its process ends, what it
 * has started hears of it by the end of its standard input.
 */
public interface AgentStarter extends AutoCloseable {

  /** Hears of what has not come up, or has gone; on any thread. */
  interface Listener {

    /**
     * The program that reaches a host has ended.
     *
     * @param words what it said last, for people; may be empty
     */
    void ended(int host, String words);
  }

  /** Begins to start the agents, and returns at once. */
  void start();

  /** Returns when nothing is left of what was started here; what does not end is killed. */
  @Override
  void close();
}
