package io.starling.launcher.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Starts all agents by one {@code srun}, inside an allocation. */
public final class SlurmStarter implements AgentStarter {

  private final AgentOrders orders;
  private final Listener listener;
  private StartedAgent step;

  /** A starter of the agents of all hosts of the orders. */
  public SlurmStarter(AgentOrders orders, Listener listener) {
    this.orders = orders;
    this.listener = listener;
  }

  @Override
  public void start() {
    List<String> command = new ArrayList<>();
    int nodes = orders.hosts().size();
    command.addAll(List.of("srun", "--nodes=" + nodes, "--ntasks=" + nodes));
    command.addAll(List.of("--ntasks-per-node=1", "--overlap", "--mpi=none", "--input=all"));
    command.addAll(List.of("--kill-on-bad-exit=0", "--wait=0", "--quiet", "--unbuffered"));
    command.add("--nodelist=" + names());
    command.addAll(AgentCommand.words(orders.access().javaHome()));
    try {
      step =
          StartedAgent.start(command, orders.at(AgentOrders.BY_NAME, orders.parent()), this::ended);
    } catch (IOException e) {
      ended(e.getMessage());
    }
  }

  private String names() {
    return orders.hosts().stream().map(RemoteHost::name).collect(Collectors.joining(","));
  }

  private void ended(String words) {
    orders.hosts().forEach(host -> listener.ended(host.number(), words));
  }

  @Override
  public void close() {
    if (step != null) {
      StartedAgent.closeAll(List.of(step));
    }
  }
}
