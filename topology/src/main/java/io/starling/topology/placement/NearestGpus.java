package io.starling.topology.placement;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Gives the ranks of a node the GPUs that are nearest to their cores. A GPU is nearer the smaller
 * the object is that contains both the rank's cores and those next to the GPU. For a rank that is
 * not bound, all GPUs are equally near.
 *
 * <p>The numbers of ranks per GPU differ by at most one: to share a GPU while another one is idle
 * costs more than a longer path. The nearest ranks therefore choose first, and among equally near
 * GPUs take the one with the fewest ranks so far.
 */
final class NearestGpus {

  private final HardwareObject root;
  private final List<HardwareDevice> gpus;
  private final int[][] distances;
  private final int[] ranksOf;

  private NearestGpus(Machine machine, List<HardwareDevice> gpus, List<CpuSet> ranks) {
    root = machine.root();
    this.gpus = gpus;
    distances =
        ranks.stream()
            .map(cpus -> gpus.stream().mapToInt(gpu -> distance(cpus, gpu)).toArray())
            .toArray(int[][]::new);
    ranksOf = new int[gpus.size()];
  }

  /**
   * A GPU for each rank; empty if the machine has none.
   *
   * @param ranks the PUs that each of them may use
   */
  static List<HardwareDevice> of(Machine machine, List<CpuSet> ranks) {
    List<HardwareDevice> gpus = machine.nvidiaGpus();
    return gpus.isEmpty() ? List.of() : new NearestGpus(machine, gpus, ranks).deal();
  }

  private List<HardwareDevice> deal() {
    HardwareDevice[] dealt = new HardwareDevice[distances.length];
    int share = dealt.length / gpus.size();
    deal(share, dealt);
    deal(share + 1, dealt);
    return List.of(dealt);
  }

  /** Assigns GPUs until each GPU has a number of ranks, or each rank has a GPU. */
  private void deal(int share, HardwareDevice[] dealt) {
    IntStream all = Arrays.stream(distances).flatMapToInt(Arrays::stream);
    for (int distance : all.distinct().sorted().toArray()) {
      for (int rank = 0; rank < dealt.length; rank++) {
        if (dealt[rank] == null) {
          dealt[rank] = take(rank, distance, share).orElse(null);
        }
      }
    }
  }

  private Optional<HardwareDevice> take(int rank, int distance, int share) {
    Optional<Integer> gpu =
        IntStream.range(0, gpus.size())
            .filter(i -> distances[rank][i] == distance && ranksOf[i] < share)
            .boxed()
            .min(Comparator.comparingInt(i -> ranksOf[i]));
    gpu.ifPresent(i -> ranksOf[i]++);
    return gpu.map(gpus::get);
  }

  /** The number of PUs of the smallest object that contains both. */
  private int distance(CpuSet cpus, HardwareDevice gpu) {
    return smallest(root, cpus.or(gpu.near())).cpus().size();
  }

  private static HardwareObject smallest(HardwareObject piece, CpuSet cpus) {
    return piece.children().stream()
        .filter(child -> child.cpus().containsAll(cpus))
        .findFirst()
        .map(child -> smallest(child, cpus))
        .orElse(piece);
  }
}
