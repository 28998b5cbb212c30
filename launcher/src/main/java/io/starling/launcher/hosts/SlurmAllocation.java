package io.starling.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hosts that Slurm has given to a job, from the environment of its batch script or shell. */
public final class SlurmAllocation {

  private static final String JOB = "SLURM_JOB_ID";
  private static final String NODES = "SLURM_JOB_NODELIST";
  private static final String TASKS = "SLURM_TASKS_PER_NODE";
  private static final String CPUS = "SLURM_JOB_CPUS_PER_NODE";

  private static final Pattern COUNT = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");

  private SlurmAllocation() {}

  /**
   * The hosts and their slots: as many as tasks were asked for there, else as there are CPUs.
   *
   * @return empty outside an allocation
   * @throws IllegalArgumentException if the variables contradict each other
   */
  public static Optional<List<HostSlots>> of(Map<String, String> environment) {
    if (!environment.containsKey(JOB) || !environment.containsKey(NODES)) {
      return Optional.empty();
    }
    List<String> names =
        HostNames.split(environment.get(NODES)).stream()
            .flatMap(part -> HostNames.expand(part).stream())
            .toList();
    String variable = environment.containsKey(TASKS) ? TASKS : CPUS;
    String text = environment.getOrDefault(variable, "");
    List<Integer> counts = text.isEmpty() ? List.of() : counts(variable, text, names.size());
    List<HostSlots> hosts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      OptionalInt slots = counts.isEmpty() ? OptionalInt.empty() : OptionalInt.of(counts.get(i));
      hosts.add(new HostSlots(names.get(i), slots, OptionalInt.empty()));
    }
    return Optional.of(hosts);
  }

  /** Reads {@code 4(x2),1}: 4, 4 and 1. */
  private static List<Integer> counts(String variable, String text, int hosts) {
    List<Integer> counts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher count = COUNT.matcher(part);
      if (!count.matches()) {
        throw new IllegalArgumentException(
            "%s must be like 4(x2),1, not '%s'".formatted(variable, text));
      }
      int times = count.group(2) == null ? 1 : Integer.parseInt(count.group(2));
      for (int i = 0; i < times && counts.size() <= hosts; i++) {
        counts.add(Math.max(1, Integer.parseInt(count.group(1))));
      }
    }
    if (counts.size() != hosts) {
      throw new IllegalArgumentException(
          "%s says '%s', but %s names %d hosts".formatted(variable, text, NODES, hosts));
    }
    return counts;
  }
}
