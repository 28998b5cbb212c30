package io.starling.launcher.placing;

import io.starling.topology.placement.RankLocation;
import java.util.List;

/**
 * What one host has of a job.
 *
 * @param locations those of its ranks, in their order
 * @param cores how many cores these have, or processors where a quota leaves fewer
 * @param shared whether some of them share a core
 */
public record HostShare(List<RankLocation> locations, int cores, boolean shared) {

  /** The ranks that it has. */
  public List<Integer> ranks() {
    return locations.stream().map(RankLocation::rank).toList();
  }
}
