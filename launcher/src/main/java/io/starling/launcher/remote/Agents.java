package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.agent.AgentMessage.AgentFailed;
import io.starling.launcher.agent.AgentMessage.Ended;
import io.starling.launcher.agent.AgentMessage.InputTaken;
import io.starling.launcher.agent.AgentMessage.Measured;
import io.starling.launcher.agent.AgentMessage.NotMeasured;
import io.starling.launcher.agent.AgentMessage.NotStarted;
import io.starling.launcher.agent.AgentMessage.OfService;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.RankEnded;
import io.starling.launcher.agent.AgentMessage.Ready;
import io.starling.launcher.agent.AgentMessage.Refused;
import io.starling.launcher.agent.AgentMessage.Start;
import io.starling.launcher.agent.AgentMessage.StationOpened;
import io.starling.launcher.agent.AgentMessageCodec;
import io.starling.launcher.agent.AgentStarter;
import io.starling.launcher.agent.HostReport;
import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.agent.Window;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.runtime.bootstrap.api.AgentTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The launcher's view of its agents: it hears them here, and speaks to them. */
public final class Agents implements AgentTree.Listener, AgentStarter.Listener {

  /** How much of what rank 0 reads may be under way. */
  private static final int INPUT_WINDOW = 1 << 18;

  private final AgentTree tree;
  private final BlockingQueue<Event> events;
  private final Map<Integer, RemoteOutput> outputs = new TreeMap<>();
  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<Integer, HostReport> reports = new TreeMap<>();
  private final Map<Integer, String> lost = new TreeMap<>();
  private final Map<Integer, Set<Integer>> ranks = new ConcurrentHashMap<>();
  private final Window input = new Window(INPUT_WINDOW);
  private final RemoteServices services;

  /**
   * For some hosts.
   *
   * @param output takes what their ranks write
   */
  Agents(AgentTree tree, List<RemoteHost> hosts, BlockingQueue<Event> events, JobOutput output) {
    this.tree = tree;
    this.events = events;
    services = new RemoteServices(this, events, output);
    for (RemoteHost host : hosts) {
      names.put(host.number(), host.name());
      outputs.put(host.number(), new RemoteOutput(output, taken -> tell(host.number(), taken)));
    }
  }

  /** Speaks to an agent. */
  public void tell(int host, AgentMessage message) {
    tree.tell(host, AgentMessageCodec.encode(message));
  }

  /** Lets an agent start ranks, or more of them; of others it has nothing to tell. */
  public void start(int host, HostPlan plan) {
    Set<Integer> there = ranks.computeIfAbsent(host, _ -> ConcurrentHashMap.newKeySet());
    plan.ranks().stream().map(RankStart::rank).forEach(there::add);
    tell(host, new Start(plan));
  }

  /** The services of these hosts. */
  public RemoteServices services() {
    return services;
  }

  /** Speaks to all. */
  public void tellAll(AgentMessage message) {
    names.keySet().forEach(host -> tell(host, message));
  }

  /** What the hosts have told of themselves, by their numbers. */
  synchronized Map<Integer, HostReport> reports() {
    return Map.copyOf(reports);
  }

  /** The names of those that have told nothing yet. */
  synchronized String silent() {
    return names.entrySet().stream()
        .filter(host -> !reports.containsKey(host.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(", "));
  }

  /** What is under way to rank 0. */
  public Window input() {
    return input;
  }

  /** Waits until all have said that no rank is left there, or are lost. */
  public void awaitRanksEnded() throws InterruptedException {
    for (RemoteOutput output : outputs.values()) {
      output.awaitRanksEnded();
    }
  }

  /** Waits until all have said that no process is left there, or are lost. */
  public void awaitEnded() throws InterruptedException {
    for (RemoteOutput output : outputs.values()) {
      output.awaitEnd();
    }
  }

  @Override
  public void joined(int host) {
    // It will tell that it is ready.
  }

  @Override
  public void received(int host, byte[] bytes) {
    RemoteOutput output = outputs.get(host);
    if (output == null) {
      return;
    }
    AgentMessage message;
    try {
      message = AgentMessageCodec.decode(bytes);
    } catch (IllegalArgumentException e) {
      lost(host, "has sent " + e.getMessage());
      return;
    }
    switch (message) {
      case Ready(HostReport report) -> ready(host, report);
      case Refused(String reason) -> events.add(new Event.HostFailed(host, reason));
      case AgentFailed(int below, String words) when names.containsKey(below) ->
          ended(below, words);
      case Output part when isOn(host, part.rank()) -> output.add(part);
      case OfService told when services.isOn(host) -> services.hear(host, told, output);
      case Ended() -> {
        services.ended(host, output);
        output.end();
      }
      case StationOpened _, Measured _, NotMeasured _ ->
          events.add(new Event.Probed(host, message));
      case InputTaken(int taken) when isOn(host, 0) -> input.give(taken);
      case NotStarted(int first, String reason) ->
          events.add(new Event.NotStarted(first, name(host) + ": " + reason));
      case RankEnded(int rank, int status) when isOn(host, rank) ->
          events.add(new Event.RankEnded(rank, status));
      default -> lost(host, "has sent a message that is not an agent's");
    }
  }

  private boolean isOn(int host, int rank) {
    return ranks.getOrDefault(host, Set.of()).contains(rank);
  }

  private synchronized void ready(int host, HostReport report) {
    reports.put(host, report);
    events.add(new Event.HostReady(host));
  }

  @Override
  public void lost(int host, String reason) {
    RemoteOutput output = outputs.get(host);
    if (output == null) {
      return;
    }
    synchronized (this) {
      if (lost.putIfAbsent(host, reason) != null) {
        return;
      }
    }
    output.end();
    events.add(new Event.HostLost(host, reason));
  }

  /** Once an agent is there, its own connection tells more of it than the program it runs under. */
  @Override
  public void ended(int host, String words) {
    synchronized (this) {
      if (reports.containsKey(host)) {
        return;
      }
    }
    events.add(
        new Event.HostFailed(host, words + "; see 'starling doctor --host " + name(host) + "'"));
  }

  /** What a host is called. */
  String name(int host) {
    return names.get(host);
  }

  /** Lets all go who wait for an agent. */
  public void close() {
    input.close();
    outputs.values().forEach(RemoteOutput::end);
  }
}
