package io.starling.topology.placement;

import io.starling.topology.Cluster;
import java.util.List;

/**
 * Where the ranks of a job run; {@link Placer} finds it.
 *
 * @param cluster the machines
 * @param seats by rank
 * @param bound whether ranks are bound to their PUs
 * @param oversubscribed whether some ranks share a core that each of them should have alone: there
 *     are more ranks than cores, or a rankfile puts more ranks on some cores than these are
 */
public record Placement(Cluster cluster, List<Seat> seats, boolean bound, boolean oversubscribed) {

  /** Copies the list. */
  public Placement {
    seats = List.copyOf(seats);
  }
}
