package io.starling.topology.placement;

import io.starling.topology.machine.Cluster;
import java.util.List;

/**
 * The placement of a job's ranks, which {@link Placer} computes.
 *
 * @param cluster the machines
 * @param locations by rank
 * @param bound whether ranks are bound to their PUs
 * @param oversubscribed whether ranks must share cores: there are more ranks than cores, or a
 *     rankfile puts more ranks on some cores than there are
 */
public record Placement(
    Cluster cluster, List<RankLocation> locations, boolean bound, boolean oversubscribed) {

  /** Copies the list. */
  public Placement {
    locations = List.copyOf(locations);
  }
}
