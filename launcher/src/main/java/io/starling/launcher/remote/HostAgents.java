package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentOrders;
import io.starling.launcher.agent.AgentStarter;
import io.starling.launcher.agent.HostReport;
import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.agent.SlurmStarter;
import io.starling.launcher.agent.SshStarter;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.layout.HostIdentity;
import io.starling.topology.placement.ClusterAllocation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The agents of the other hosts, from their start until all have said what their hosts are. */
public final class HostAgents {

  private final HostRequest request;
  private final HostsChoice choice;
  private final Optional<Integer> self;
  private final List<RemoteHost> others;
  private final HostInterface network;

  /**
   * Agents of the chosen hosts but this one; none is started yet.
   *
   * @throws LaunchException if no network leads to the hosts
   */
  public HostAgents(HostRequest request, HostsChoice choice) {
    this.request = request;
    this.choice = choice;
    self = choice.self();
    others =
        IntStream.range(0, choice.hosts().size())
            .filter(host -> !self.equals(Optional.of(host)))
            .mapToObj(host -> new RemoteHost(host, choice.hosts().get(host).name()))
            .toList();
    network = LaunchNetwork.choose(request, others);
  }

  /** Which of the hosts is this one; empty if none is. */
  public Optional<Integer> self() {
    return self;
  }

  /** The other hosts. */
  public List<RemoteHost> others() {
    return others;
  }

  /** The interface on which the launcher listens. */
  public HostInterface network() {
    return network;
  }

  /** Agents that were started. */
  public record Started(Agents agents, AgentStarter starter, List<HostReport> reports) {

    public void close() {
      agents.close();
      starter.close();
    }
  }

  /**
   * Starts them, and waits until all have answered.
   *
   * @param silence after which a connection without a message is lost
   * @param output takes what their ranks write
   * @throws LaunchException if a host does not answer; then none is left
   */
  public Started start(
      StoreServer store, Duration silence, BlockingQueue<Event> events, JobOutput output)
      throws InterruptedException, SignalledException {
    Agents agents = new Agents(store, others, events, output);
    store.listen(agents);
    AgentStarter starter = starter(store, silence, agents);
    try {
      starter.start();
      HostReport own = self.isPresent() ? report() : null;
      awaitReports(agents, events);
      return new Started(agents, starter, reports(agents, own));
    } catch (InterruptedException | SignalledException | RuntimeException | Error e) {
      agents.close();
      starter.close();
      throw e;
    }
  }

  private AgentStarter starter(StoreServer store, Duration silence, Agents agents) {
    AgentOrders orders =
        new AgentOrders(
            AgentOrders.BY_NAME,
            store.jobFile(),
            silence,
            request.net().isEmpty() ? "" : network.range(),
            request.access(),
            others);
    return choice.kind() == LauncherKind.SLURM
        ? new SlurmStarter(orders, agents)
        : new SshStarter(orders, orders.below(-1), agents);
  }

  private HostReport report() {
    ClusterAllocation here = PlacementRequest.here();
    return new HostReport(
        HostIdentity.ofThisProcess(),
        here.name(0),
        network.address().getHostAddress(),
        Runtime.getRuntime().availableProcessors(),
        here.allowed().getFirst(),
        here.cluster().nodes().getFirst());
  }

  private void awaitReports(Agents agents, BlockingQueue<Event> events)
      throws InterruptedException, SignalledException {
    long deadline = System.nanoTime() + request.startTimeout().toNanos();
    while (!agents.silent().isEmpty()) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null ->
            throw new LaunchException(
                "no answer from %s within %s s (--start-timeout)"
                    .formatted(agents.silent(), request.startTimeout().toMillis() / 1000.0));
        case Event.HostFailed(int host, String reason) ->
            throw new LaunchException(
                "cannot start an agent on %s: %s".formatted(agents.name(host), reason));
        case Event.HostLost(int host, String reason) ->
            throw new LaunchException("lost %s: %s".formatted(agents.name(host), reason));
        case Event.Signalled(int number) when number != Signals.REPORT ->
            throw new SignalledException(number);
        default -> {
          // It is of use later, or not at all.
        }
      }
    }
  }

  private List<HostReport> reports(Agents agents, HostReport own) {
    Map<Integer, HostReport> told = agents.reports();
    return IntStream.range(0, choice.hosts().size())
        .mapToObj(host -> told.getOrDefault(host, own))
        .toList();
  }
}
