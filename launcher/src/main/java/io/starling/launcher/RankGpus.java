package io.starling.launcher;

import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import java.util.Map;
import java.util.Optional;

/** Which GPUs the ranks of a job are told to use. */
final class RankGpus {

  /** A PCI bus id as Linux writes it, {@code 0000:3b:00.0}, or {@link #NO_GPU}. */
  static final String VARIABLE = "STARLING_GPU";

  /** What a rank is told that is to have none; without a word it would take one. */
  static final String NO_GPU = "none";

  /** CUDA's own: it hides devices and numbers the others. */
  private static final String CUDA_DEVICES = "CUDA_VISIBLE_DEVICES";

  private RankGpus() {}

  /**
   * What the request asks for; nothing where the user's environment has decided already.
   *
   * @param environment the variables that ranks would have without a choice
   * @throws LaunchException if a GPU is wished for that is not there; the message lists what is
   */
  static GpuAssignment choose(
      PlacementRequest request, Placement placement, Map<String, String> environment) {
    boolean chosen = request.gpuMap().isEmpty() && environment.containsKey(VARIABLE);
    boolean automatic = request.gpuMap().orElse(GpuMap.AUTO).equals(GpuMap.AUTO);
    return chosen || (automatic && environment.containsKey(CUDA_DEVICES))
        ? GpuAssignment.NONE
        : request.gpus(placement);
  }

  /** Tells a rank, by its environment. */
  static void tell(
      GpuAssignment gpus, Optional<GpuMap> wish, int rank, Map<String, String> variables) {
    if (wish.equals(Optional.of(GpuMap.NONE))) {
      variables.put(VARIABLE, NO_GPU);
    }
    gpus.gpu(rank).ifPresent(gpu -> variables.put(VARIABLE, gpu.busId()));
  }
}
