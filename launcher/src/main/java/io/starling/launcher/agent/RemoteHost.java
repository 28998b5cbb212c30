package io.starling.launcher.agent;

/**
 * A host that has an agent.
 *
 * @param number its number among all hosts of the job
 * @param name as ssh takes it
 */
public record RemoteHost(int number, String name) {

  /**
   * Reads {@code 3 node3}.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  static RemoteHost parse(String text) {
    int blank = text.indexOf(' ');
    if (blank < 0) {
      throw new IllegalArgumentException("a host is missing in '" + text + "'");
    }
    return new RemoteHost(Integer.parseInt(text.substring(0, blank)), text.substring(blank + 1));
  }
}
