package io.starling.launcher.job;

import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentMessage.Kill;
import io.starling.launcher.agent.AgentStarter;
import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.remote.Agents;
import io.starling.launcher.remote.HostAgents;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The ranks of a job on several hosts, one of which may be this one. */
final class HostsRanks implements JobRanks {

  private static final int CHUNK = 1 << 15;

  private final RankCommand command;
  private final Residences residences;
  private final HostAgents hosts;
  private final List<String> names;
  private final Agents agents;
  private final AgentStarter starter;
  private final JobServices services;
  private final JobOutput output;
  private final UnaryOperator<HostPlan> complete;
  private Optional<HostRanks> local = Optional.empty();

  /**
   * Ranks that are about to be started.
   *
   * @param names of the hosts, by their numbers
   * @param complete adds to a plan what ranks of this host need besides
   */
  HostsRanks(
      RankCommand command,
      List<String> names,
      HostAgents hosts,
      HostAgents.Started started,
      JobServices services,
      JobOutput output,
      UnaryOperator<HostPlan> complete) {
    this.command = command;
    this.names = names;
    this.hosts = hosts;
    this.agents = started.agents();
    this.starter = started.starter();
    this.services = services;
    this.output = output;
    this.complete = complete;
    residences = new Residences(names, 0, command.placement());
  }

  /** Lets agents start the ranks of other hosts. */
  void startElsewhere(RankCommand some) {
    for (RemoteHost other : hosts.others()) {
      HostPlan plan = some.elsewhere(other.number());
      plan.ranks().forEach(rank -> output.expect(rank.rank(), names.get(other.number())));
      if (!plan.ranks().isEmpty()) {
        agents.start(other.number(), plan);
      }
    }
  }

  /** The ranks of this host, which may have none yet. */
  void isHere(HostRanks ranks) {
    local = Optional.of(ranks);
  }

  @Override
  public List<ProcessHandle> handles() {
    return local.map(HostRanks::handles).orElse(List.of());
  }

  @Override
  public Residences residences() {
    return residences;
  }

  @Override
  public JobPlacement placement() {
    return command.placement();
  }

  @Override
  public RankCommand command() {
    return command;
  }

  @Override
  public void startMore(RankCommand more) throws IOException {
    startElsewhere(more);
    if (local.isPresent()) {
      HostPlan plan = more.here(hosts.self().orElseThrow(), Map.of());
      if (!plan.ranks().isEmpty()) {
        local.get().startMore(complete.apply(plan));
      }
    }
  }

  @Override
  public void kill(Collection<Integer> gone) {
    local.ifPresent(ranks -> ranks.kill(gone));
    for (RemoteHost other : hosts.others()) {
      List<Integer> there = residences.on(other.number()).stream().filter(gone::contains).toList();
      if (!there.isEmpty()) {
        agents.tell(other.number(), new Kill(there));
      }
    }
  }

  /** Passes what the launcher reads on to rank 0, which is on another host. */
  void forwardInput(int host, boolean forward) {
    if (!forward) {
      agents.tell(host, new Input(new byte[0]));
      return;
    }
    Thread.ofPlatform().daemon().name("stdin").start(() -> passInput(host));
  }

  private void passInput(int host) {
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = new FileInputStream(FileDescriptor.in)) {
      for (int read = in.read(chunk); read > 0; read = in.read(chunk)) {
        if (!agents.input().take(read)) {
          return;
        }
        agents.tell(host, new Input(Arrays.copyOf(chunk, read)));
      }
    } catch (IOException e) {
      // Nothing more can be read.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    agents.tell(host, new Input(new byte[0]));
  }

  @Override
  public void end(Duration grace) throws InterruptedException {
    agents.tellAll(new End(grace));
    if (local.isPresent()) {
      local.get().end(grace);
    }
    agents.awaitRanksEnded();
    services.end();
    agents.awaitEnded();
    IntStream.range(0, residences.size()).forEach(output::ended);
  }

  @Override
  public void close() throws IOException {
    services.close();
    agents.close();
    starter.close();
    if (local.isPresent()) {
      local.get().close();
    }
  }
}
