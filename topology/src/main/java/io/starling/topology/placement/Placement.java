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

  /**
   * The same places with other numbers of nodes.
   *
   * @param whole the machines by their new numbers
   * @param numbers for each node its new number
   */
  public Placement renumbered(Cluster whole, int... numbers) {
    return new Placement(
        whole,
        locations.stream()
            .map(
                location ->
                    new RankLocation(
                        location.rank(),
                        numbers[location.node()],
                        location.home(),
                        location.cpus()))
            .toList(),
        bound,
        oversubscribed);
  }
}
