package io.starling.launcher.placing;

import io.starling.launcher.agent.HostReport;
import io.starling.topology.layout.HostIdentity;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts that are parts of one machine and share its cores, as containers without CPU sets of their
 * own do. Each by itself would bind its first rank to the same first core.
 *
 * @param groups the hosts of each machine, by their numbers; most are alone
 */
record CommonMachines(List<List<Integer>> groups) {

  /**
   * Finds them.
   *
   * @param hosts what they say of themselves
   * @param used those that have ranks
   */
  static CommonMachines among(List<HostReport> hosts, List<Integer> used) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int host : used) {
      List<Integer> joined = new ArrayList<>();
      groups.removeIf(
          group ->
              group.stream().anyMatch(other -> share(hosts.get(host), hosts.get(other)))
                  && joined.addAll(group));
      joined.add(host);
      groups.add(joined);
    }
    return new CommonMachines(groups);
  }

  private static boolean share(HostReport host, HostReport other) {
    return HostIdentity.onOneMachine(host.identity(), other.identity())
        && host.allowed().intersects(other.allowed());
  }

  /** Whether a machine has several hosts. */
  boolean exist() {
    return groups.stream().anyMatch(group -> group.size() > 1);
  }

  /** The hosts on the machine of one, which is among them. */
  List<Integer> with(int host) {
    return groups.stream().filter(group -> group.contains(host)).findFirst().orElse(List.of(host));
  }
}
