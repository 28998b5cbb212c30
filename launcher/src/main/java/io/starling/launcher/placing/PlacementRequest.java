package io.starling.launcher.placing;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.ThisHost;
import io.starling.topology.machine.Cluster;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.Placer;
import java.util.Optional;

/**
 * Where the user wants the ranks of a job.
 *
 * @param topology machines to pretend, as {@link Cluster#named} reads them; this machine where
 *     empty
 * @param policy how ranks are placed on it
 * @param gpuMap how GPUs are given to ranks; where empty, {@link GpuMap#AUTO} unless the user's
 *     environment says already which GPU to use
 */
public record PlacementRequest(
    Optional<String> topology, PlacementPolicy policy, Optional<GpuMap> gpuMap) {

  /** On this machine, as Starling thinks best. */
  public static final PlacementRequest DEFAULT =
      new PlacementRequest(Optional.empty(), PlacementPolicy.NONE, Optional.empty());

  /** On this machine, not bound. */
  public static final PlacementRequest UNBOUND =
      new PlacementRequest(
          Optional.empty(), PlacementPolicy.NONE.bindTo(BindTo.NONE), Optional.empty());

  /** This machine, as far as this process may use it. */
  public static ClusterAllocation here() {
    return ClusterAllocation.here(ThisHost.name());
  }

  /**
   * The machines.
   *
   * @throws LaunchException if there can be no such topology; the message names the culprit
   */
  public ClusterAllocation allocation() {
    try {
      return topology
          .map(Cluster::named)
          .map(ClusterAllocation::whole)
          .orElseGet(PlacementRequest::here);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new LaunchException("--topology: " + e.getMessage(), e);
    }
  }

  /**
   * Where the ranks go.
   *
   * @param allocation that of this request
   * @param ranks how many
   * @throws LaunchException if they can't be placed as wished; the message names the culprit
   */
  public Placement place(ClusterAllocation allocation, int ranks) {
    try {
      return Placer.place(allocation, ranks, policy);
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }

  /**
   * Which GPUs the ranks get.
   *
   * @param placement that of this request
   * @throws LaunchException if a GPU is wished for that is not there; the message lists what is
   */
  public GpuAssignment gpus(Placement placement) {
    try {
      return GpuAssignment.of(placement, gpuMap.orElse(GpuMap.AUTO));
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }
}
