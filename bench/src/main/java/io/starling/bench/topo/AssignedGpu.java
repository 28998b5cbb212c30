package io.starling.bench.topo;

import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.RankLocation;
import java.util.List;
import java.util.stream.Stream;

/**
 * A GPU of a node with the ranks that use it.
 *
 * @param number what {@code --gpu-map} calls it; -1 where no rank can have it, as it is not
 *     NVIDIA's
 */
record AssignedGpu(HardwareDevice device, int number, List<Integer> ranks) {

  /** All of a node, by bus id. */
  static List<AssignedGpu> of(TopologyScene scene, int node) {
    Machine machine = scene.placement().cluster().nodes().get(node);
    List<HardwareDevice> numbered = machine.nvidiaGpus();
    return machine.gpus().stream()
        .map(gpu -> new AssignedGpu(gpu, numbered.indexOf(gpu), ranks(scene, node, gpu)))
        .toList();
  }

  private static List<Integer> ranks(TopologyScene scene, int node, HardwareDevice device) {
    GpuAssignment gpus = scene.gpus();
    return scene.placement().locations().stream()
        .filter(seat -> seat.node() == node)
        .map(RankLocation::rank)
        .filter(rank -> gpus.gpu(rank).filter(device::equals).isPresent())
        .toList();
  }

  /** {@code GPU 0}. */
  String name() {
    return number < 0 ? "GPU" : "GPU " + number;
  }

  /** {@code ranks 0-3}; empty where there are none. */
  String users() {
    return ranks.isEmpty() ? "" : (ranks.size() == 1 ? "rank " : "ranks ") + NumberRanges.of(ranks);
  }

  /** {@code GPU 0, NVIDIA A100-SXM4-80GB, 0000:3b:00.0, card1, renderD128, ranks 0-3}. */
  String describe() {
    return Stream.of(Stream.of(name(), device.label()), device.names().stream(), Stream.of(users()))
        .flatMap(words -> words)
        .filter(word -> !word.isEmpty())
        .reduce((all, word) -> all + ", " + word)
        .orElseThrow();
  }
}
