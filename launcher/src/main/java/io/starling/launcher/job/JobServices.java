package io.starling.launcher.job;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.remote.Event;
import io.starling.launcher.remote.RemoteServices;
import io.starling.launcher.service.ServicePlan;
import io.starling.launcher.service.ServiceProcess;
import io.starling.launcher.service.ServiceSecret;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The services that a job brings to its hosts, if it wants any: one beside the ranks of each host,
 * there before the ranks and until after them.
 *
 * <pre>
 *   first host       other hosts      ranks of all hosts
 *     start
 *     ready  ------&gt;   start
 *                      ready  ------&gt;   start
 *                                       end
 *     end              end      &lt;------
 * </pre>
 */
final class JobServices implements AutoCloseable {

  /** What a service may take to leave the others and to remove its file. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final JobStart.Scene scene;
  private final OptionalInt self;
  private final String address;
  private final Optional<RemoteServices> elsewhere;
  private Optional<ServiceProcess> local = Optional.empty();

  /**
   * None so far.
   *
   * @param self the number of this host, if it is one of the job's
   * @param address where a service of this host listens
   * @param elsewhere those of the other hosts, if there are any
   */
  JobServices(
      JobStart.Scene scene, OptionalInt self, String address, Optional<RemoteServices> elsewhere) {
    this.scene = scene;
    this.self = self;
    this.address = address;
    this.elsewhere = elsewhere;
  }

  /**
   * Starts what the job wants, and returns when ranks can use it.
   *
   * @param hosts that have ranks, with their names
   * @throws LaunchException if one can't be started; then none is left
   */
  void start(JobSpecification specification, Map<Integer, String> hosts)
      throws IOException, InterruptedException, SignalledException {
    if (specification.service().isEmpty()) {
      return;
    }
    ServiceRequest request = specification.service().get();
    ServiceCommand command = new ServiceCommand(specification, request);
    ServiceWait wait =
        new ServiceWait(request, scene.events(), hosts::get, specification.hosts().startTimeout());
    List<Integer> numbers = hosts.keySet().stream().sorted().toList();
    List<Integer> first = numbers.subList(0, 1);
    List<Integer> others = numbers.subList(1, numbers.size());
    try {
      start(first.getFirst(), command, "", hosts);
      String contact = wait.await(first).get(first.getFirst());
      for (int host : others) {
        start(host, command, contact, hosts);
      }
      wait.await(others);
    } catch (LaunchException e) {
      // What the service has written says more.
      endLocal();
      if (elsewhere.isPresent()) {
        elsewhere.get().giveUp();
      }
      scene.output().drain();
      throw e;
    }
  }

  private void start(int host, ServiceCommand command, String contact, Map<Integer, String> hosts)
      throws IOException {
    if (self.isEmpty() || self.getAsInt() != host) {
      elsewhere.orElseThrow().start(host, command.elsewhere(contact));
      return;
    }
    ServicePlan plan = command.here(contact);
    String secret = ServiceSecret.of(scene.store().jobFile(), plan.name());
    String place = hosts.size() == 1 ? "" : hosts.get(host);
    local =
        Optional.of(
            ServiceProcess.start(
                plan.with("address", address).with("secret", secret),
                new LocalService(scene, host, plan.name(), place)));
  }

  /** The plan of this host's ranks, with how they find the service, and less memory. */
  HostPlan addTo(HostPlan plan) {
    return local.map(service -> service.addTo(plan)).orElse(plan);
  }

  /** Ends that of this host, and asks the others to end: no host has ranks any more. */
  void end() throws InterruptedException {
    elsewhere.ifPresent(RemoteServices::end);
    endLocal();
  }

  private void endLocal() throws InterruptedException {
    if (local.isPresent()) {
      local.get().end(PATIENCE);
    }
  }

  /** Ends that of this host; does nothing after {@link #end}. */
  @Override
  public void close() {
    try {
      endLocal();
    } catch (InterruptedException e) {
      // The end of its input ends it.
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Connects the service of this host to the rest of the launcher.
   *
   * @param name of the service
   * @param place what this host is called in the job's output; empty where it is the only one
   */
  private record LocalService(JobStart.Scene scene, int host, String name, String place)
      implements ServiceProcess.Listener {

    @Override
    public void started(InputStream errors) {
      scene.output().attachService(name, place, errors);
    }

    @Override
    public void ready(String contact) {
      scene.events().add(new Event.ServiceReady(host, contact));
    }

    @Override
    public void failed(String words) {
      scene.events().add(new Event.ServiceFailed(host, words));
    }

    @Override
    public void noted(String words) {
      scene.output().tell(JobOutput.withHost(place, words));
    }

    @Override
    public void ended(int status) {
      scene.events().add(new Event.ServiceEnded(host, status));
    }
  }
}
