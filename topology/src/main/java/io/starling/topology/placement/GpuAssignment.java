package io.starling.topology.placement;

import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.Machine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The GPU of each rank: a pure function of the ranks' places.
 *
 * <pre>{@code
 * GPU 0 near cores 0-3, GPU 1 near cores 4-7     core 0  core 1  core 4  core 5
 *
 *   auto                                         GPU 0   GPU 0   GPU 1   GPU 1
 *   auto, ranks not bound                        GPU 0   GPU 1   GPU 0   GPU 1
 *   1,0,0                                        GPU 1   GPU 0   GPU 0   GPU 1
 * }</pre>
 *
 * @param byRank the GPU of each rank; empty for ranks without one
 */
public record GpuAssignment(List<Optional<HardwareDevice>> byRank) {

  /** No rank gets a GPU. */
  public static final GpuAssignment NONE = new GpuAssignment(List.of());

  /** Copies the list. */
  public GpuAssignment {
    byRank = List.copyOf(byRank);
  }

  /**
   * Gives each rank a GPU of its node, if the node has any.
   *
   * @throws IllegalArgumentException if the map names a GPU that a node lacks; the message lists
   *     its GPUs
   */
  public static GpuAssignment of(Placement placement, GpuMap map) {
    List<Machine> nodes = placement.cluster().nodes();
    List<Optional<HardwareDevice>> byRank =
        new ArrayList<>(Collections.nCopies(placement.locations().size(), Optional.empty()));
    Map<Integer, List<RankLocation>> byNode =
        placement.locations().stream()
            .collect(Collectors.groupingBy(RankLocation::node, TreeMap::new, Collectors.toList()));
    byNode.forEach(
        (node, locations) -> {
          String name = nodes.size() == 1 ? "the machine" : "node " + node;
          List<HardwareDevice> gpus = gpus(map, nodes.get(node), name, locations);
          for (int i = 0; i < locations.size() && !gpus.isEmpty(); i++) {
            byRank.set(locations.get(i).rank(), Optional.of(gpus.get(i % gpus.size())));
          }
        });
    return new GpuAssignment(byRank);
  }

  /** The GPUs for the ranks of a node in turn; no GPU if it is empty. */
  private static List<HardwareDevice> gpus(
      GpuMap map, Machine machine, String name, List<RankLocation> locations) {
    return switch (map) {
      case GpuMap.None _ -> List.of();
      case GpuMap.Near _ ->
          NearestGpus.of(machine, locations.stream().map(RankLocation::cpus).toList());
      case GpuMap.Listed list -> list.devices(machine, name);
    };
  }

  /** The GPU of a rank. */
  public Optional<HardwareDevice> gpu(int rank) {
    return rank < byRank.size() ? byRank.get(rank) : Optional.empty();
  }
}
