package io.starling.launcher.hosts;

import java.util.List;

/**
 * How other hosts are reached, by the launcher and by agents.
 *
 * @param command what comes before a host's name in the command line that reaches it
 * @param javaHome where the JDK is on the hosts
 * @param width how many agents one process starts; the others are started by agents
 */
public record HostAccess(List<String> command, String javaHome, int width) {

  /** Connections that one process starts and keeps without effort. */
  public static final int WIDTH = 32;

  /** Checks the width. */
  public HostAccess {
    command = List.copyOf(command);
    if (command.isEmpty() || width < 1) {
      throw new IllegalArgumentException("%d words, width %d".formatted(command.size(), width));
    }
  }
}
