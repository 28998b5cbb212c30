package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.topology.placement.ClusterAllocation;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** How many ranks a command starts where the user does not say: one on each usable core. */
public final class DefaultRanks {

  private DefaultRanks() {}

  /** One on each core of this machine that this process may use, as far as its CPU quota goes. */
  public static int here() {
    ClusterAllocation here = PlacementRequest.here();
    return Math.max(1, Math.min(slots(here), Runtime.getRuntime().availableProcessors()));
  }

  /** The same on the machine that the user pretends to have, if one. */
  public static int of(PlacementRequest request) {
    return request.topology().isEmpty() ? here() : Math.max(1, slots(request.allocation()));
  }

  private static int slots(ClusterAllocation machines) {
    return IntStream.range(0, machines.cluster().nodes().size())
        .map(node -> machines.cluster().nodes().get(node).slots(machines.allowed().get(node)))
        .sum();
  }

  /**
   * One on each slot of the hosts that are named or allocated; else as {@link #here}.
   *
   * @throws LaunchException if it is not known how many slots a host has
   */
  public static int on(HostRequest request) {
    List<HostSlots> hosts = HostsChoice.here(request).hosts();
    if (hosts.isEmpty()) {
      return here();
    }
    OptionalInt known = Slots.known(hosts);
    if (known.isEmpty()) {
      throw new LaunchException(
          "-n is needed, or slots for each host, as in --host %s:4"
              .formatted(hosts.getFirst().name()));
    }
    return known.getAsInt();
  }
}
