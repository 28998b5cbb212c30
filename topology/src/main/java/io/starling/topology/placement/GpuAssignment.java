package io.starling.topology.placement;

import io.starling.topology.Device;
import io.starling.topology.Machine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which GPU each rank is to use: a pure function of where the ranks are.
 *
 * <pre>{@code
 * GPU 0 near cores 0-3, GPU 1 near cores 4-7     core 0  core 1  core 4  core 5
 *
 *   auto                                         GPU 0   GPU 0   GPU 1   GPU 1
 *   auto, ranks not bound                        GPU 0   GPU 1   GPU 0   GPU 1
 *   1,0,0                                        GPU 1   GPU 0   GPU 0   GPU 1
 * }</pre>
 *
 * @param byRank empty for ranks that get none
 */
public record GpuAssignment(List<Optional<Device>> byRank) {

  /** No rank gets any. */
  public static final GpuAssignment NONE = new GpuAssignment(List.of());

  /** Copies the list. */
  public GpuAssignment {
    byRank = List.copyOf(byRank);
  }

  /**
   * Gives each rank a GPU of its node, where that has any.
   *
   * @throws IllegalArgumentException if the map names a GPU that a node lacks; the message lists
   *     what there is
   */
  public static GpuAssignment of(Placement placement, GpuMap map) {
    List<Machine> nodes = placement.cluster().nodes();
    List<Optional<Device>> byRank =
        new ArrayList<>(Collections.nCopies(placement.seats().size(), Optional.empty()));
    Map<Integer, List<Seat>> byNode =
        placement.seats().stream()
            .collect(Collectors.groupingBy(Seat::node, TreeMap::new, Collectors.toList()));
    byNode.forEach(
        (node, seats) -> {
          String name = nodes.size() == 1 ? "the machine" : "node " + node;
          List<Device> gpus = gpus(map, nodes.get(node), name, seats);
          for (int i = 0; i < seats.size() && !gpus.isEmpty(); i++) {
            byRank.set(seats.get(i).rank(), Optional.of(gpus.get(i % gpus.size())));
          }
        });
    return new GpuAssignment(byRank);
  }

  /** What the ranks of a node get in their order, and round again; none where it is empty. */
  private static List<Device> gpus(GpuMap map, Machine machine, String name, List<Seat> seats) {
    return switch (map) {
      case GpuMap.None _ -> List.of();
      case GpuMap.Near _ -> NearestGpus.of(machine, seats.stream().map(Seat::cpus).toList());
      case GpuMap.Listed list -> list.devices(machine, name);
    };
  }

  /** That of a rank. */
  public Optional<Device> gpu(int rank) {
    return rank < byRank.size() ? byRank.get(rank) : Optional.empty();
  }
}
