package io.starling.launcher.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Starts each agent by ssh, or by what the user has in its place. */
public final class SshStarter implements AgentStarter {

  private final AgentOrders orders;
  private final List<RemoteHost> hosts;
  private final Listener listener;
  private final List<StartedAgent> agents = new ArrayList<>();

  /**
   * A starter of some agents.
   *
   * @param orders what they read, but for their hosts
   */
  public SshStarter(AgentOrders orders, List<RemoteHost> hosts, Listener listener) {
    this.orders = orders;
    this.hosts = hosts;
    this.listener = listener;
  }

  @Override
  public void start() {
    for (RemoteHost host : hosts) {
      List<String> command = new ArrayList<>(orders.access().command());
      command.add(host.name());
      command.add(AgentCommand.line(orders.access().javaHome()));
      try {
        agents.add(
            StartedAgent.start(
                command,
                orders.at(host.number(), orders.parent()),
                words -> listener.ended(host.number(), words)));
      } catch (IOException e) {
        listener.ended(host.number(), e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    StartedAgent.closeAll(agents);
  }
}
