package io.starling.bench.laboratory.study;

import io.starling.collectives.cost.AlgorithmPattern;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.Timing;

/** The algorithms of allreduce whose order of hosts the paper searches. */
enum OrderedAlgorithm {
  RING("ring", "ring,segment=1M", "up to 3.7") {
    @Override
    CommunicationPattern pattern(int ranks, double bytes) {
      return CostModels.ring(ranks, bytes / ranks);
    }
  },
  HALVING_DOUBLING("halving-doubling", "halving-doubling,segment=1M", "less than the ring") {
    @Override
    CommunicationPattern pattern(int ranks, double bytes) {
      return CostModels.halvingDoubling(ranks, bytes);
    }
  },
  /**
   * A pipeline, in which all ranks send at the same time: its cost is the sum of its own messages.
   * By the longest path, as in the paper, the best order is no faster than a random one.
   */
  DOUBLE_TREE("double-tree", "double-tree,segment=1M", "less than the ring") {
    @Override
    CommunicationPattern pattern(int ranks, double bytes) {
      return AlgorithmPattern.of("allreduce", "double-tree", (long) bytes, ranks)
          .pattern(ranks, Timing.TOTAL);
    }
  },
  BCUBE("bcube", "bcube,radix=4,segment=1M", "less than the ring") {
    @Override
    CommunicationPattern pattern(int ranks, double bytes) {
      return CostModels.bcube(ranks, bytes, RADIX);
    }
  };

  private static final int RADIX = 4;

  private final String label;
  private final String specification;
  private final String paper;

  OrderedAlgorithm(String label, String specification, String paper) {
    this.label = label;
    this.specification = specification;
    this.paper = paper;
  }

  String label() {
    return label;
  }

  /** The algorithm as {@code withAlgorithm} takes it, with whole blocks. */
  String specification() {
    return specification;
  }

  /** The speed-up of the best order against the worst in the paper's figure 4. */
  String paper() {
    return paper;
  }

  /** What it sends, for a search. */
  abstract CommunicationPattern pattern(int ranks, double bytes);
}
