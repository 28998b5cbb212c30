package io.starling.collectives.cost;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.topology.layout.Layout;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.Timing;

/**
 * The pattern of an algorithm that is cheapest to search: the paper's formula where there is one,
 * whose changes cost little, else the algorithm's own messages.
 */
public final class CostModel {

  private CostModel() {}

  /**
   * The pattern of an algorithm with one rank on each host.
   *
   * @param bytes the longest message of a rank, all blocks together
   */
  public static CommunicationPattern of(Choice choice, long bytes, int hosts) {
    double all = Math.max(1, (double) bytes);
    return switch (choice.algorithm().name()) {
      case "ring", "two-level-ring" -> CostModels.ring(hosts, all / hosts);
      case "halving-doubling", "two-level" ->
          choice.algorithm().kind() == CollectiveKind.ALLREDUCE
              ? CostModels.halvingDoubling(hosts, all)
              : messages(choice, bytes, hosts);
      case "bcube" -> CostModels.bcube(hosts, all, choice.parameters().radix());
      default -> messages(choice, bytes, hosts);
    };
  }

  private static CommunicationPattern messages(Choice choice, long bytes, int hosts) {
    return new AlgorithmPattern(choice, bytes, Layout.apart(hosts)).pattern(hosts, Timing.LINKS);
  }
}
