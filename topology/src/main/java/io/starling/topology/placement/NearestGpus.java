package io.starling.topology.placement;

import io.starling.topology.CpuSet;
import io.starling.topology.Device;
import io.starling.topology.HardwareObject;
import io.starling.topology.Machine;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Gives the ranks of a node the GPUs that are nearest to their cores. A GPU is the nearer the
 * smaller the piece of the machine that holds both the rank's cores and those next to the GPU, as
 * it is between two ranks: to a rank that is not bound all are equally near.
 *
 * <p>All GPUs get equally many ranks, give or take one: to share a GPU while another is idle costs
 * more than a longer way. So those who are nearest choose first, and among equally near GPUs take
 * that with the fewest ranks so far.
 */
final class NearestGpus {

  private final HardwareObject root;
  private final List<Device> gpus;
  private final int[][] distances;
  private final int[] ranksOf;

  private NearestGpus(Machine machine, List<Device> gpus, List<CpuSet> ranks) {
    root = machine.root();
    this.gpus = gpus;
    distances =
        ranks.stream()
            .map(cpus -> gpus.stream().mapToInt(gpu -> distance(cpus, gpu)).toArray())
            .toArray(int[][]::new);
    ranksOf = new int[gpus.size()];
  }

  /**
   * A GPU for each rank; none at all where the machine has none.
   *
   * @param ranks the PUs that each of them may use
   */
  static List<Device> of(Machine machine, List<CpuSet> ranks) {
    List<Device> gpus = machine.nvidiaGpus();
    return gpus.isEmpty() ? List.of() : new NearestGpus(machine, gpus, ranks).deal();
  }

  private List<Device> deal() {
    Device[] dealt = new Device[distances.length];
    int share = dealt.length / gpus.size();
    deal(share, dealt);
    deal(share + 1, dealt);
    return List.of(dealt);
  }

  /** Deals until each GPU has so many ranks, or each rank a GPU. */
  private void deal(int share, Device[] dealt) {
    IntStream all = Arrays.stream(distances).flatMapToInt(Arrays::stream);
    for (int distance : all.distinct().sorted().toArray()) {
      for (int rank = 0; rank < dealt.length; rank++) {
        if (dealt[rank] == null) {
          dealt[rank] = take(rank, distance, share).orElse(null);
        }
      }
    }
  }

  private Optional<Device> take(int rank, int distance, int share) {
    Optional<Integer> gpu =
        IntStream.range(0, gpus.size())
            .filter(i -> distances[rank][i] == distance && ranksOf[i] < share)
            .boxed()
            .min(Comparator.comparingInt(i -> ranksOf[i]));
    gpu.ifPresent(i -> ranksOf[i]++);
    return gpu.map(gpus::get);
  }

  /** The number of PUs of the smallest piece that holds both. */
  private int distance(CpuSet cpus, Device gpu) {
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
