package io.starling.topology.layout;

import io.starling.topology.machine.Affinity;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines the layout of ranks that Starling's launcher has not placed, by two exchanges. In the
 * first, each rank publishes its host and the PUs that it may use. In the second, the first rank of
 * each host publishes the machine for all ranks there.
 *
 * @param localRank this rank's number among those of its host
 * @param localSize the number of ranks on this host
 * @param oversubscribed whether ranks of this host share cores
 * @param values the values that a launcher would have published, as far as this rank reads them
 */
public record HostDiscovery(
    int localRank, int localSize, boolean oversubscribed, Map<String, byte[]> values) {

  private static final String PLACES = "layout/places";
  private static final String REPORTS = "layout/reports";
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /**
   * Gives each rank the contributions of all; all ranks call it with the same names in the same
   * order.
   */
  public interface Exchange {
    /** The contributions, by rank. */
    List<byte[]> exchange(String name, byte[] own);
  }

  /**
   * One rank's contribution to the first exchange.
   *
   * @param identity equal for two ranks if and only if they are on one host
   */
  record Place(String identity, String host, CpuSet cpus) {

    static Place ofThisProcess() {
      return new Place(HostIdentity.ofThisProcess(), hostName(), Affinity.ofThisProcess());
    }

    private static String hostName() {
      try {
        return Files.readString(HOST_NAME).strip();
      } catch (IOException e) {
        return "?";
      }
    }

    byte[] encode() {
      return String.join("\n", identity, host, cpus.toString()).getBytes(StandardCharsets.UTF_8);
    }

    static Place decode(byte[] bytes) {
      String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
      if (lines.length != 3) {
        throw new IllegalArgumentException(
            "the place of a rank has %d lines instead of 3".formatted(lines.length));
      }
      return new Place(lines[0], lines[1], CpuSet.parse(lines[2]));
    }
  }

  /** Determines the layout; every rank of the job must call it. */
  public static HostDiscovery explore(int rank, Exchange exchange) {
    return explore(rank, Place.ofThisProcess(), Machine::here, exchange);
  }

  static HostDiscovery explore(
      int rank, Place own, java.util.function.Supplier<Machine> machine, Exchange exchange) {
    List<Place> places =
        exchange.exchange(PLACES, own.encode()).stream().map(Place::decode).toList();
    Map<String, List<Integer>> ranksByHost = new LinkedHashMap<>();
    for (int other = 0; other < places.size(); other++) {
      ranksByHost.computeIfAbsent(places.get(other).identity(), _ -> new ArrayList<>()).add(other);
    }
    List<String> hosts = List.copyOf(ranksByHost.keySet());
    int node = hosts.indexOf(own.identity());
    List<Integer> here = ranksByHost.get(own.identity());
    byte[] report = {};
    if (here.getFirst() == rank) {
      report = report(own, here, places, hosts, node, machine.get());
    }
    byte[] received = exchange.exchange(REPORTS, report).get(here.getFirst());
    NodeTable table =
        NodeTable.of(
            ranksByHost.values().stream()
                .map(ranks -> RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray()))
                .toList());
    return new HostDiscovery(
        here.indexOf(rank),
        here.size(),
        received[0] == 1,
        Map.of(
            LayoutExchange.NODES,
            table.encode(),
            LayoutExchange.NODE + node,
            Arrays.copyOfRange(received, 1, received.length)));
  }

  /** Whether ranks share cores, and the report of the node. */
  private static byte[] report(
      Place own,
      List<Integer> here,
      List<Place> places,
      List<String> hosts,
      int node,
      Machine found) {
    CpuSet used =
        here.stream().map(rank -> places.get(rank).cpus()).reduce(CpuSet.EMPTY, CpuSet::or);
    // If the environment gives hwloc another machine, it may have none of the real PUs.
    Machine machine = found.cpus().containsAll(used) ? found : Machine.flat(used);
    List<RankLocation> locations = new ArrayList<>();
    for (int rank = 0; rank < places.size(); rank++) {
      Place place = places.get(rank);
      locations.add(
          new RankLocation(rank, hosts.indexOf(place.identity()), place.cpus(), place.cpus()));
    }
    // Other nodes are not needed here.
    Cluster cluster = new Cluster(Collections.nCopies(hosts.size(), machine));
    LayoutBuilder survey = new LayoutBuilder(new Placement(cluster, locations, true, false));
    byte[] report = NodeReportCodec.encode(survey.report(node, own.identity(), own.host()));
    byte[] message = new byte[1 + report.length];
    message[0] = (byte) (SharedCores.among(machine, besides(own, places)) ? 1 : 0);
    System.arraycopy(report, 0, message, 1, report.length);
    return message;
  }

  /** The PUs of all ranks on this rank's machine, including those in other containers. */
  private static List<CpuSet> besides(Place own, List<Place> places) {
    return places.stream()
        .filter(place -> HostIdentity.onOneMachine(own.identity(), place.identity()))
        .map(Place::cpus)
        .toList();
  }
}
