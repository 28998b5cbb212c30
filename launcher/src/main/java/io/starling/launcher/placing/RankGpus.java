package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which GPUs the ranks of a job are told to use. */
public final class RankGpus {

  /** A PCI bus id as Linux writes it, {@code 0000:3b:00.0}, or {@link #NO_GPU}. */
  public static final String VARIABLE = "STARLING_GPU";

  /** What a rank is told that is to have none; without a word it would take one. */
  static final String NO_GPU = "none";

  /** Tells whether each rank of the job has a GPU: tables of algorithms choose by it. */
  public static final String ALL = "STARLING_GPUS";

  /** CUDA's own: it hides devices and numbers the others. */
  private static final String CUDA_DEVICES = "CUDA_VISIBLE_DEVICES";

  private RankGpus() {}

  /**
   * What the request asks for; nothing where the user's environment has decided already.
   *
   * @param environment the variables that ranks would have without a choice
   * @throws LaunchException if a GPU is wished for that is not there; the message lists what is
   */
  public static GpuAssignment choose(
      PlacementRequest request, Placement placement, Map<String, String> environment) {
    boolean chosen = request.gpuMap().isEmpty() && environment.containsKey(VARIABLE);
    boolean automatic = request.gpuMap().orElse(GpuMap.AUTO).equals(GpuMap.AUTO);
    return chosen || (automatic && environment.containsKey(CUDA_DEVICES))
        ? GpuAssignment.NONE
        : request.gpus(placement);
  }

  /**
   * What all ranks are told alike, also where a host has its own word for it: whether each of them
   * has a GPU. What the user says of it goes before what was given and what other variables show.
   *
   * @param environment the variables that ranks would have without a choice
   */
  static String whoHasOne(
      GpuAssignment gpus, Optional<GpuMap> request, int ranks, Map<String, String> environment) {
    if (request.equals(Optional.of(GpuMap.NONE))) {
      return "none";
    }
    String found = haveAll(gpus, ranks, environment) ? "all" : "none";
    return environment.getOrDefault(ALL, found);
  }

  private static boolean haveAll(GpuAssignment gpus, int ranks, Map<String, String> environment) {
    if (!gpus.equals(GpuAssignment.NONE)) {
      return IntStream.range(0, ranks).allMatch(rank -> gpus.gpu(rank).isPresent());
    }
    String own = environment.get(VARIABLE);
    String shown = environment.getOrDefault(CUDA_DEVICES, "");
    return own == null ? shown.matches("[^-].*") : !own.equals(NO_GPU);
  }

  /** Tells a rank, by its environment. */
  public static void tell(
      GpuAssignment gpus, Optional<GpuMap> request, int rank, Map<String, String> variables) {
    if (request.equals(Optional.of(GpuMap.NONE))) {
      variables.put(VARIABLE, NO_GPU);
    }
    gpus.gpu(rank).ifPresent(gpu -> variables.put(VARIABLE, gpu.busId()));
  }
}
