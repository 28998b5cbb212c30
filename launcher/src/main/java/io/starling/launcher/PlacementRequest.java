package io.starling.launcher;

import io.starling.launcher.hosts.ThisHost;
import io.starling.topology.Cluster;
import io.starling.topology.placement.Allotment;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Placer;
import io.starling.topology.placement.Wishes;
import java.util.Optional;

/**
 * Where the user wants the ranks of a job.
 *
 * @param topology machines to pretend, as {@link Cluster#named} reads them; this machine where
 *     empty
 * @param wishes how ranks are placed on it
 * @param gpuMap how GPUs are given to ranks; where empty, {@link GpuMap#AUTO} unless the user's
 *     environment says already which GPU to use
 */
public record PlacementRequest(Optional<String> topology, Wishes wishes, Optional<GpuMap> gpuMap) {

  /** On this machine, as Starling thinks best. */
  public static final PlacementRequest DEFAULT =
      new PlacementRequest(Optional.empty(), Wishes.NONE, Optional.empty());

  /** On this machine, not bound. */
  public static final PlacementRequest UNBOUND =
      new PlacementRequest(Optional.empty(), Wishes.NONE.bindTo(BindTo.NONE), Optional.empty());

  /** This machine, as far as this process may use it. */
  static Allotment here() {
    return Allotment.here(ThisHost.name());
  }

  /**
   * The machines.
   *
   * @throws LaunchException if there can be no such topology; the message names the culprit
   */
  public Allotment allotment() {
    try {
      return topology.map(Cluster::named).map(Allotment::whole).orElseGet(PlacementRequest::here);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new LaunchException("--topology: " + e.getMessage(), e);
    }
  }

  /**
   * Where the ranks go.
   *
   * @param allotment that of this request
   * @param ranks how many
   * @throws LaunchException if they can't be placed as wished; the message names the culprit
   */
  public Placement place(Allotment allotment, int ranks) {
    try {
      return Placer.place(allotment, ranks, wishes);
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
