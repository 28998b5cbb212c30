package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.hosts.SlurmAllocation;
import io.starling.launcher.hosts.ThisHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * On which hosts a job runs, and what starts its ranks there.
 *
 * @param kind never {@link LauncherKind#AUTO}
 * @param hosts those that the user or a batch system has named; none for this host as it is
 * @param why for people
 */
public record HostsChoice(LauncherKind kind, List<HostSlots> hosts, String why) {

  /**
   * Decides.
   *
   * @param isThis whether a name is that of this host
   * @throws LaunchException if what is asked for can't be had here; the message says why
   */
  static HostsChoice of(
      HostRequest request, Map<String, String> environment, Predicate<String> isThis) {
    List<HostSlots> named = request.hosts();
    Optional<List<HostSlots>> allocation;
    try {
      allocation = SlurmAllocation.of(environment);
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
    return switch (request.launcher()) {
      case LOCAL -> local(named, isThis);
      case SSH -> ssh(named.isEmpty() ? allocation.orElse(List.of()) : named);
      case SLURM -> slurm(named, allocation, environment);
      case AUTO -> automatic(named, allocation, environment, isThis);
    };
  }

  private static HostsChoice local(List<HostSlots> named, Predicate<String> isThis) {
    for (HostSlots host : named) {
      if (!isThis.test(host.name())) {
        throw new LaunchException(
            "--launcher local starts ranks on this host only, not on %s; use --launcher ssh"
                .formatted(host.name()));
      }
    }
    return new HostsChoice(LauncherKind.LOCAL, named, "as --launcher says");
  }

  private static HostsChoice ssh(List<HostSlots> hosts) {
    if (hosts.isEmpty()) {
      throw new LaunchException("--launcher ssh needs hosts: name them with --host or --hostfile");
    }
    return new HostsChoice(LauncherKind.SSH, hosts, "as --launcher says");
  }

  private static HostsChoice slurm(
      List<HostSlots> named,
      Optional<List<HostSlots>> allocation,
      Map<String, String> environment) {
    if (allocation.isEmpty()) {
      throw new LaunchException(
          "--launcher slurm needs an allocation of Slurm: get one with salloc or sbatch");
    }
    if (!hasCommand("srun", environment)) {
      throw new LaunchException("--launcher slurm needs the command srun, and PATH has none");
    }
    List<HostSlots> outside =
        named.stream().filter(host -> !names(allocation.get()).contains(host.name())).toList();
    if (!outside.isEmpty()) {
      throw new LaunchException(
          "--host: %s is not in this allocation, which has %s"
              .formatted(outside.getFirst().name(), String.join(", ", names(allocation.get()))));
    }
    List<HostSlots> hosts = named.isEmpty() ? allocation.get() : named;
    return new HostsChoice(LauncherKind.SLURM, hosts, "inside an allocation of Slurm");
  }

  private static HostsChoice automatic(
      List<HostSlots> named,
      Optional<List<HostSlots>> allocation,
      Map<String, String> environment,
      Predicate<String> isThis) {
    boolean allocated = allocation.isPresent() && hasCommand("srun", environment);
    if (allocated && names(allocation.get()).containsAll(names(named))) {
      HostsChoice all = slurm(named, allocation, environment);
      return all.hosts().stream().allMatch(host -> isThis.test(host.name()))
          ? new HostsChoice(LauncherKind.LOCAL, all.hosts(), "the allocation is this host only")
          : all;
    }
    if (named.stream().allMatch(host -> isThis.test(host.name()))) {
      return new HostsChoice(LauncherKind.LOCAL, named, "no other host is named");
    }
    return new HostsChoice(LauncherKind.SSH, named, "other hosts are named");
  }

  private static Set<String> names(List<HostSlots> hosts) {
    return hosts.stream().map(HostSlots::name).collect(Collectors.toCollection(HashSet::new));
  }

  private static boolean hasCommand(String name, Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /** Which of the hosts this one is; empty where it is none of them. */
  public Optional<Integer> self() {
    int own = hosts.stream().map(HostSlots::name).toList().indexOf(ThisHost.name());
    return own < 0 ? Optional.empty() : Optional.of(own);
  }

  /** For people. */
  public String describe() {
    return "launcher %s: %s%s"
        .formatted(
            kind.label(),
            why,
            hosts.isEmpty() ? "" : "; " + hosts.stream().map(HostSlots::name).toList());
  }

  /** Decides for this host, which goes by its own name then, however it was named. */
  public static HostsChoice here(HostRequest request) {
    Map<String, Boolean> known = new HashMap<>();
    Predicate<String> isThis = name -> known.computeIfAbsent(name, ThisHost::is);
    HostsChoice choice = of(request, System.getenv(), isThis);
    List<HostSlots> renamed =
        choice.hosts().stream()
            .map(
                host ->
                    isThis.test(host.name())
                        ? new HostSlots(ThisHost.name(), host.slots(), host.maximum())
                        : host)
            .toList();
    return new HostsChoice(choice.kind(), HostSlots.merged(renamed), choice.why());
  }
}
