package io.starling.launcher.remote;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.output.OutputRequest;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.LauncherKind;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/**
 * Measures the links between hosts, without a job.
 *
 * @param hosts which, and how they are reached
 * @param probes for each pair, half of them in each direction
 * @param adaptive whether to measure only as many pairs as clusters need
 * @param withBandwidth whether to measure the bandwidth, too
 * @param patience how long a host may take to answer
 */
public record HostsProbe(
    HostRequest hosts, int probes, boolean adaptive, boolean withBandwidth, Duration patience) {

  private static final Duration SILENCE = Duration.ofSeconds(30);

  /**
   * What was measured.
   *
   * @param hosts their names
   * @param matrix in their order
   */
  public record Result(List<String> hosts, ProbedMatrix matrix) {}

  /**
   * Measures.
   *
   * @param done takes the number of pairs measured so far
   * @throws LaunchException if there are no two hosts, or one does not answer; the message names it
   * @throws SignalledException if a signal ended it; no agent is left
   */
  public Result run(IntConsumer done) throws InterruptedException, SignalledException {
    HostsChoice choice = HostsChoice.here(hosts);
    List<String> names = choice.hosts().stream().map(HostSlots::host).toList();
    if (names.size() < 2 || choice.kind() == LauncherKind.LOCAL) {
      throw new LaunchException("name at least two hosts with --host or --hostfile");
    }
    BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    HostAgents all = new HostAgents(hosts, choice);
    OutputStream nowhere = OutputStream.nullOutputStream();
    try (Signals _ = new Signals(number -> events.add(new Event.Signalled(number)));
        StoreServer store = StoreServer.open(1, all.network().address(), SILENCE);
        JobOutput output = new JobOutput(OutputRequest.DEFAULT, 1, nowhere, nowhere, () -> {})) {
      HostAgents.Started started = all.start(store, SILENCE, events, output);
      try (HostProbing probing = HostProbing.open(all, started.agents(), events)) {
        return new Result(
            names,
            probing.run(new HostProbing.Plan(probes, adaptive, withBandwidth, patience), done));
      } finally {
        started.close();
      }
    } catch (IOException e) {
      throw new LaunchException("cannot measure the links between hosts: " + e.getMessage(), e);
    }
  }
}
