package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.ClusterAllocation;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How many ranks the hosts of a job take.
 *
 * @param hosts as they were named
 * @param allocation what they are
 */
public record Slots(List<HostSlots> hosts, ClusterAllocation allocation) {

  /** As many ranks as the hosts have slots, or this one has usable cores. */
  public static final int ALL = 0;

  /** More processes than one launcher can sensibly watch over. */
  public static final int MAXIMUM_RANKS = 4096;

  private static final int SHOWN = 8;

  /** Those of some hosts; one that was named without slots has as many as cores. */
  public static Slots of(List<HostSlots> hosts, List<Machine> machines, List<CpuSet> allowed) {
    List<Integer> slots =
        IntStream.range(0, hosts.size())
            .mapToObj(
                host ->
                    hosts.get(host).slots().isPresent()
                        ? hosts.get(host).slots().getAsInt()
                        : Math.max(1, machines.get(host).slots(allowed.get(host))))
            .toList();
    List<String> names = hosts.stream().map(HostSlots::host).toList();
    return new Slots(hosts, new ClusterAllocation(new Cluster(machines), allowed, names, slots));
  }

  /** Those of one host. */
  public static Slots ofOne(HostSlots host, ClusterAllocation machine) {
    return of(List.of(host), machine.cluster().nodes(), machine.allowed());
  }

  /**
   * How many slots hosts have by what is said of them alone.
   *
   * @return empty where some have as many as cores
   */
  public static OptionalInt known(List<HostSlots> hosts) {
    return hosts.stream().allMatch(host -> host.slots().isPresent())
        ? OptionalInt.of(hosts.stream().mapToInt(host -> host.slots().getAsInt()).sum())
        : OptionalInt.empty();
  }

  /**
   * Checks a number of ranks.
   *
   * @throws LaunchException if it is out of range
   */
  public static void requireReasonable(int ranks) {
    if (ranks < 1 || ranks > MAXIMUM_RANKS) {
      throw new LaunchException("-n must be 1 to %d ranks, not %d".formatted(MAXIMUM_RANKS, ranks));
    }
  }

  /**
   * How many ranks a job has.
   *
   * @param wanted the number, or {@link #ALL}
   * @throws LaunchException if they are more than slots, and that is not allowed
   */
  public int ranks(int wanted, boolean oversubscribe) {
    int all = allocation.slots().stream().mapToInt(Integer::intValue).sum();
    return ranks(hosts, all, wanted, oversubscribe);
  }

  /** The same where hosts have so many slots in all. */
  public static int ranks(List<HostSlots> hosts, int all, int wanted, boolean oversubscribe) {
    int ranks = wanted == ALL ? all : wanted;
    requireReasonable(ranks);
    if (ranks > all && !oversubscribe) {
      throw new LaunchException(
          "-n %d is more than the %d slots of %s; --oversubscribe allows more"
              .formatted(ranks, all, names(hosts)));
    }
    return ranks;
  }

  /**
   * Checks a placement.
   *
   * @throws LaunchException if a host gets more ranks than it takes at most
   */
  public void requireMaximum(List<HostShare> shares) {
    for (int host = 0; host < shares.size(); host++) {
      int ranks = shares.get(host).locations().size();
      int most = hosts.get(host).maximum().orElse(Integer.MAX_VALUE);
      if (ranks > most) {
        throw new LaunchException(
            "%d ranks are more than max_slots=%d allows on %s"
                .formatted(ranks, most, hosts.get(host).name()));
      }
    }
  }

  private static String names(List<HostSlots> hosts) {
    int shown = Math.min(hosts.size(), SHOWN);
    String first =
        hosts.subList(0, shown).stream().map(HostSlots::host).collect(Collectors.joining(", "));
    return shown < hosts.size() ? first + " and " + (hosts.size() - shown) + " more" : first;
  }
}
