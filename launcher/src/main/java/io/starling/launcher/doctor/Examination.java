package io.starling.launcher.doctor;

import io.starling.launcher.hosts.HostAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Looks at this host and others, and at the ways between them.
 *
 * @param others the other hosts, as ssh takes them
 * @param net what {@code --net} says; may be empty
 * @param access how they are reached
 * @param patience how long each may take to answer
 */
public record Examination(List<String> others, String net, HostAccess access, Duration patience) {

  /** Up to here every host tries every other; beyond, only this host all others, and they it. */
  private static final int MOST_FOR_ALL_PAIRS = 16;

  private static final String FIREWALL =
      "open all ports between the hosts of a job, or choose another network with --net";

  /** Returns what was found, host by host. */
  public List<Finding> run() throws InterruptedException {
    Optional<InetAddress> first = others.isEmpty() ? Optional.empty() : address(others.getFirst());
    List<HostProbe> probes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      LocalProbe here = new LocalProbe(net, first);
      probes.add(here);
      Optional<InetAddress> own =
          here.listening().map(InetSocketAddress::getAddress).filter(it -> !it.isLoopbackAddress());
      List<Callable<HostProbe>> visits = new ArrayList<>();
      for (String host : others) {
        visits.add(() -> visit(host, own));
      }
      probes.addAll(all(threads, visits));
      return findings(threads, probes);
    } finally {
      probes.forEach(HostProbe::close);
    }
  }

  private HostProbe visit(String host, Optional<InetAddress> own) throws InterruptedException {
    try {
      return SshProbe.visit(access, host, net, own, patience);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot run '%s': %s".formatted(access.command().getFirst(), e.getMessage()), e);
    }
  }

  private static Optional<InetAddress> address(String host) {
    try {
      return Optional.of(InetAddress.getByName(host.substring(host.indexOf('@') + 1)));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static List<Finding> findings(ExecutorService threads, List<HostProbe> probes)
      throws InterruptedException {
    List<Callable<List<Finding>>> tasks = new ArrayList<>();
    for (HostProbe probe : probes) {
      List<HostProbe> targets =
          probes.size() <= MOST_FOR_ALL_PAIRS || probe == probes.getFirst()
              ? probes
              : probes.subList(0, 1);
      tasks.add(() -> examine(probe, probes.getFirst(), targets));
    }
    return all(threads, tasks).stream().flatMap(List::stream).toList();
  }

  private static List<Finding> examine(HostProbe probe, HostProbe here, List<HostProbe> targets) {
    List<Finding> findings = new ArrayList<>(probe.findings());
    if (probe.listening().isEmpty()) {
      return findings;
    }
    if (probe != here) {
      compareBuilds(probe, here).ifPresent(findings::add);
      probe.clock().ifPresent(clock -> findings.add(clock.judge().on(probe.name())));
    }
    int reached = 0;
    for (HostProbe target : targets) {
      if (target != probe && target.listening().isPresent()) {
        String problem = probe.connect(target.listening().get());
        if (problem.isEmpty()) {
          reached++;
        } else {
          InetSocketAddress address = target.listening().get();
          findings.add(
              Finding.fail(
                      "firewall",
                      "cannot reach %s at %s: %s"
                          .formatted(target.name(), address.getAddress().getHostAddress(), problem),
                      FIREWALL)
                  .on(probe.name()));
        }
      }
    }
    if (reached > 0) {
      String text = "reaches %d other %s".formatted(reached, reached == 1 ? "host" : "hosts");
      findings.add(Finding.ok("firewall", text).on(probe.name()));
    }
    return findings;
  }

  private static Optional<Finding> compareBuilds(HostProbe probe, HostProbe here) {
    Optional<String> own = build(here);
    Optional<String> there = build(probe);
    return own.isEmpty() || there.isEmpty() || own.equals(there)
        ? Optional.empty()
        : Optional.of(
            Finding.fail(
                    "Starling",
                    "%s there, %s here".formatted(there.get(), own.get()),
                    "put the same files on all hosts")
                .on(probe.name()));
  }

  private static Optional<String> build(HostProbe probe) {
    return probe.findings().stream()
        .filter(it -> it.check().equals("Starling") && it.level() == Finding.Level.OK)
        .map(Finding::text)
        .findFirst();
  }

  private static <T> List<T> all(ExecutorService threads, List<Callable<T>> tasks)
      throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> result : threads.invokeAll(tasks)) {
      try {
        results.add(result.get());
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
    return results;
  }
}
