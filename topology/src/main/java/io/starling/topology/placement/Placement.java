package io.starling.topology.placement;

import io.starling.topology.Cluster;
import java.util.List;

/**
 * Where the ranks of a job run.
 *
 * @param cluster the machines
 * @param seats by rank
 * @param bound whether ranks are bound to their PUs
 * @param oversubscribed whether some ranks share a core that each of them should have alone
 */
public record Placement(Cluster cluster, List<Seat> seats, boolean bound, boolean oversubscribed) {

  /** Copies the list. */
  public Placement {
    seats = List.copyOf(seats);
  }
}
