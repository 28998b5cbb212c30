package io.starling.examples.boosting;

import io.starling.collectives.Counts;

/**
 * Which rank searches which features: each rank has a run of them, and some have one more where
 * they do not divide evenly. With fewer features than ranks, the last ranks have none.
 *
 * @param features how many there are
 * @param ranks how many ranks share them
 */
record FeatureShares(int features, int ranks) {

  /** The first feature of a rank. */
  int first(int rank) {
    return (int) ((long) features * rank / ranks);
  }

  /** How many features a rank has. */
  int count(int rank) {
    return first(rank + 1) - first(rank);
  }

  /** How many numbers of a histogram each rank has. */
  Counts counts(int numbersOfFeature) {
    int[] counts = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      counts[rank] = count(rank) * numbersOfFeature;
    }
    return Counts.of(counts);
  }
}
