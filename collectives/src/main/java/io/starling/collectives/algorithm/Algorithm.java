package io.starling.collectives.algorithm;

import java.util.Set;

/**
 * An entry of the {@link AlgorithmRegistry}. To be in the registry is all that an algorithm needs
 * to be tested, listed, chosen and benchmarked.
 */
public sealed interface Algorithm permits BarrierAlgorithm, BroadcastAlgorithm, ReduceAlgorithm {

  CollectiveKind kind();

  /** Unique among the algorithms of its kind. */
  String name();

  /** One line for people. */
  String description();

  /** What it cannot do, or an empty text. */
  String restrictions();

  /** What can be set. */
  Set<Parameter> parameters();
}
