package io.starling.launcher.job;

import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentStarter;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.remote.Agents;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The ranks of a job on several hosts, one of which may be this one. */
final class HostsRanks implements JobRanks {

  private static final int CHUNK = 1 << 15;

  private final JobPlacement placement;
  private final List<String> names;
  private final Agents agents;
  private final AgentStarter starter;
  private final Optional<HostRanks> local;
  private final JobServices services;
  private final JobOutput output;

  /**
   * Ranks that have been started, or are about to be.
   *
   * @param names of the hosts, by their numbers
   */
  HostsRanks(
      JobPlacement placement,
      List<String> names,
      Agents agents,
      AgentStarter starter,
      Optional<HostRanks> local,
      JobServices services,
      JobOutput output) {
    this.placement = placement;
    this.names = names;
    this.agents = agents;
    this.starter = starter;
    this.local = local;
    this.services = services;
    this.output = output;
  }

  @Override
  public int size() {
    return placement.size();
  }

  @Override
  public List<ProcessHandle> handles() {
    return local.map(HostRanks::handles).orElse(List.of());
  }

  @Override
  public JobPlacement placement() {
    return placement;
  }

  @Override
  public String host(int rank) {
    return names.get(placement.hostOf(rank));
  }

  @Override
  public List<Integer> on(int host) {
    return placement.shares().get(host).ranks();
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
    IntStream.range(0, size()).forEach(output::ended);
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
