package io.starling.bench.compare;

import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.placing.HostRequest;
import java.util.stream.Collectors;

/**
 * The hosts of a comparison: all libraries get the same ranks on the same hosts.
 *
 * @param request as the launcher takes it
 */
record CompareHosts(HostRequest request) {

  /** Whether hosts are named. */
  boolean isSeveral() {
    return !request.hosts().isEmpty();
  }

  /** As {@code --host} of all launchers has it, such as {@code node1:2,node2:2}. */
  String list() {
    return request.hosts().stream()
        .map(host -> host.name() + ":" + host.slots().orElseThrow())
        .collect(Collectors.joining(","));
  }

  /**
   * Checks that every rank has one place, whichever launcher places it.
   *
   * @throws IllegalArgumentException if not
   */
  void check(int ranks) {
    if (!isSeveral()) {
      return;
    }
    for (HostSlots host : request.hosts()) {
      if (host.slots().isEmpty()) {
        throw new IllegalArgumentException(
            "--host: %s needs its number of ranks, as in %s:2; libraries have different defaults"
                .formatted(host.name(), host.name()));
      }
    }
    int slots = request.hosts().stream().mapToInt(host -> host.slots().orElseThrow()).sum();
    if (slots != ranks) {
      throw new IllegalArgumentException(
          "-n must be %d, the number of slots of the hosts, not %d".formatted(slots, ranks));
    }
  }
}
