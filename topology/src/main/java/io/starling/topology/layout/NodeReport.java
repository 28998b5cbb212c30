package io.starling.topology.layout;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * The description of one node and its ranks. It is published once per node, before its ranks start.
 *
 * @param identity equal for two processes that may share memory through UCX
 * @param host the node's name, for messages
 * @param levels the levels below the node that divide something there, outermost first
 * @param ranks the ranks on this node
 * @param cpus the PUs that each rank may use, in the order of the ranks
 * @param places for each rank the index of its object at each of {@code levels}; {@link #NOWHERE}
 *     if it is not confined to one
 * @param devices its network adapters and GPUs
 */
public record NodeReport(
    String identity,
    String host,
    List<Level> levels,
    RankSet ranks,
    List<CpuSet> cpus,
    int[][] places,
    List<HardwareDevice> devices) {

  /** In place of an object's index: the rank is not confined to one object of the level. */
  public static final int NOWHERE = -1;

  /** Copies the lists. */
  public NodeReport {
    levels = List.copyOf(levels);
    cpus = List.copyOf(cpus);
    devices = List.copyOf(devices);
    if (cpus.size() != ranks.size() || places.length != ranks.size()) {
      throw new IllegalArgumentException(
          "%d ranks, but %d sets of PUs and %d places"
              .formatted(ranks.size(), cpus.size(), places.length));
    }
  }

  /** A number for {@link #identity}: the same on the same node, and another one elsewhere. */
  public long identityNumber() {
    return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
        .getMostSignificantBits();
  }

  static List<CpuSet> unknownCpus(int ranks) {
    return Collections.nCopies(ranks, CpuSet.EMPTY);
  }

  /** The position of a rank of this node. */
  int[] placeOf(int rank) {
    return places[ranks.indexOf(rank)];
  }

  /** The report with only some of its ranks, renumbered, in the order of the new numbers. */
  NodeReport renumbered(int[] chosen, RankSet numbers) {
    int[] positions = Arrays.stream(chosen).map(ranks::indexOf).toArray();
    return new NodeReport(
        identity,
        host,
        levels,
        numbers,
        Arrays.stream(positions).mapToObj(cpus::get).toList(),
        Arrays.stream(positions).mapToObj(position -> places[position]).toArray(int[][]::new),
        devices);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeReport report
        && identity.equals(report.identity)
        && host.equals(report.host)
        && levels.equals(report.levels)
        && ranks.equals(report.ranks)
        && cpus.equals(report.cpus)
        && Arrays.deepEquals(places, report.places)
        && devices.equals(report.devices);
  }

  @Override
  public int hashCode() {
    return 31 * identity.hashCode() + ranks.hashCode();
  }
}
