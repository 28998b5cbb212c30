package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where ranks go that come later: to the free slots of the job's hosts.
 *
 * @param named the hosts as they were named; none where the job runs on this one without a limit
 * @param oversubscribe whether hosts take more ranks than they have slots
 */
public record Vacancies(List<HostSlots> named, boolean oversubscribe) {

  /**
   * Places ranks.
   *
   * @param job where the ranks are that the job began with
   * @param ranks how many more
   * @param wanted the names of hosts, in the order in which they are filled; empty for all
   * @param living how many ranks each host has
   * @param lost the numbers of hosts that are lost
   * @param environment the variables that ranks have but for those that tell them their places
   * @throws LaunchException if there is no such host, or no room there; the message says which
   */
  public JobPlacement place(
      JobPlacement job,
      int ranks,
      List<String> wanted,
      int[] living,
      BitSet lost,
      Map<String, String> environment) {
    int[] order = order(job, wanted, lost);
    if (named.isEmpty()) {
      return job.more(ranks, List.of(), new int[0], environment);
    }
    Set<Integer> usable =
        IntStream.of(order).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
    List<Integer> slots = new ArrayList<>();
    List<Integer> free = new ArrayList<>();
    for (int host = 0; host < living.length; host++) {
      int most = usable.contains(host) ? job.slots(host) : 0;
      slots.add(most);
      free.add(Math.max(0, most - living[host]));
    }
    int all = free.stream().mapToInt(Integer::intValue).sum();
    if (all < ranks && !oversubscribe) {
      throw new LaunchException(
          "%s: %d free slots are fewer than %d; --oversubscribe allows more ranks than slots"
              .formatted(
                  usable.stream().map(job::name).collect(Collectors.joining(", ")), all, ranks));
    }
    JobPlacement placement =
        job.more(
            ranks,
            all < ranks ? slots : free,
            isOwn(order, living) ? new int[0] : whole(order, living),
            environment);
    requireMaximum(placement, living);
    return placement;
  }

  /**
   * How many ranks hosts have room for without sharing slots.
   *
   * @param wanted the names of hosts; empty for all
   * @param lost the numbers of hosts that are lost
   * @param living how many ranks each host has
   * @return the number of free slots; unlimited where there are no slots, or they may be shared
   * @throws LaunchException if there is no such host
   */
  public int free(JobPlacement job, List<String> wanted, BitSet lost, int... living) {
    int[] order = order(job, wanted, lost);
    return named.isEmpty() || oversubscribe
        ? Integer.MAX_VALUE
        : IntStream.of(order).map(host -> Math.max(0, job.slots(host) - living[host])).sum();
  }

  private static boolean isOwn(int[] order, int... living) {
    return order.length == living.length
        && IntStream.range(0, order.length).allMatch(place -> order[place] == place);
  }

  /** The chosen hosts first, then the others, which have no slots. */
  private static int[] whole(int[] order, int... living) {
    return IntStream.concat(IntStream.of(order), IntStream.range(0, living.length))
        .distinct()
        .toArray();
  }

  private int[] order(JobPlacement job, List<String> wanted, BitSet lost) {
    int hosts = job.shares().size();
    int[] order =
        wanted.isEmpty()
            ? IntStream.range(0, hosts).filter(host -> !lost.get(host)).toArray()
            : wanted.stream().mapToInt(name -> find(job, hosts, name)).distinct().toArray();
    for (int host : order) {
      if (lost.get(host)) {
        throw new LaunchException(job.name(host) + " is lost; name another host");
      }
    }
    return order;
  }

  private int find(JobPlacement job, int hosts, String name) {
    return IntStream.range(0, hosts)
        .filter(host -> isCalled(job, host, name))
        .findFirst()
        .orElseThrow(
            () ->
                new LaunchException(
                    "%s is no host of this job, which has %s"
                        .formatted(
                            name,
                            IntStream.range(0, hosts)
                                .mapToObj(job::name)
                                .collect(Collectors.joining(", ")))));
  }

  private boolean isCalled(JobPlacement job, int host, String name) {
    boolean isNamed =
        host < named.size()
            && (named.get(host).name().equals(name) || named.get(host).host().equals(name));
    return isNamed || job.name(host).equals(name);
  }

  private void requireMaximum(JobPlacement placement, int... living) {
    for (int host = 0; host < living.length; host++) {
      OptionalInt maximum = named.get(host).maximum();
      int ranks = living[host] + placement.shares().get(host).ranks().size();
      if (maximum.isPresent() && ranks > maximum.getAsInt()) {
        throw new LaunchException(
            "%d ranks are more than max_slots=%d allows on %s"
                .formatted(ranks, maximum.getAsInt(), named.get(host).name()));
      }
    }
  }
}
