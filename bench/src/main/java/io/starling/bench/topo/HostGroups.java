package io.starling.bench.topo;

import io.starling.topology.layout.NodeGroups;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.MatrixFile;
import io.starling.topology.machine.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The hosts of a matrix of round-trip times in their zones and racks.
 *
 * <pre>{@code
 * 4 hosts in 2 racks
 * ├─ rack 0: node1, node3
 * └─ rack 1: node2, node4
 * }</pre>
 *
 * @param names of the hosts, by node; empty where no matrix is known
 */
record HostGroups(List<String> names, NodeGroups groups) {

  static final HostGroups NONE = new HostGroups(List.of(), NodeGroups.NONE);

  private static final int MOST_NAMES = 8;

  /**
   * The groups that are found in a file.
   *
   * @throws IllegalArgumentException if it can't be read or is wrong
   */
  static HostGroups read(Path file) {
    LatencyMatrix matrix = MatrixFile.read("--matrix", file);
    return new HostGroups(matrix.hosts(), NodeGroups.of(matrix));
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** A core for each host: what the machines are is not known. */
  Cluster cluster() {
    return Cluster.named("node:%d package:1 core:1 pu:1".formatted(names.size()));
  }

  Outline outline() {
    int[] all = IntStream.range(0, names.size()).toArray();
    String found =
        groups.isEmpty()
            ? ", all about as near to each other"
            : " in "
                + (groups.zoneCount() > 0 ? plural(groups.zoneCount(), "zone") + " and " : "")
                + plural(groups.rackCount(), "rack");
    return new Outline(plural(names.size(), "host") + found, zones(all));
  }

  private List<Outline> zones(int... hosts) {
    if (groups.zoneCount() == 0) {
      return racks(hosts);
    }
    List<Outline> zones = new ArrayList<>();
    parts(groups.zones(), hosts)
        .forEach((zone, part) -> zones.add(new Outline("zone " + zone, racks(part))));
    return zones;
  }

  private List<Outline> racks(int... hosts) {
    if (groups.rackCount() == 0) {
      return List.of(Outline.leaf(shown(hosts)));
    }
    List<Outline> racks = new ArrayList<>();
    parts(groups.racks(), hosts)
        .forEach((rack, part) -> racks.add(Outline.leaf("rack " + rack + ": " + shown(part))));
    return racks;
  }

  private static Map<Integer, int[]> parts(int[] groupOf, int... hosts) {
    Map<Integer, int[]> parts = new LinkedHashMap<>();
    for (int host : hosts) {
      parts.computeIfAbsent(
          groupOf[host],
          group -> IntStream.of(hosts).filter(other -> groupOf[other] == group).toArray());
    }
    return parts;
  }

  private String shown(int... hosts) {
    String first =
        IntStream.of(hosts)
            .limit(MOST_NAMES)
            .mapToObj(names::get)
            .collect(Collectors.joining(", "));
    return hosts.length <= MOST_NAMES ? first : first + ", ... (%d hosts)".formatted(hosts.length);
  }

  private static String plural(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
