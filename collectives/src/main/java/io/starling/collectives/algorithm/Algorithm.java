package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Collective;
import java.util.Set;

/**
 * An entry of the {@link AlgorithmRegistry}. To be in the registry is all that an algorithm needs
 * to be tested, listed, chosen and benchmarked.
 */
public sealed interface Algorithm permits BroadcastAlgorithm, PatternAlgorithm, ReduceAlgorithm {

  CollectiveKind kind();

  /** Unique among the algorithms of its kind. */
  String name();

  /** One line for people. */
  String description();

  /** What it cannot do, or an empty text. */
  String restrictions();

  /** What can be set. */
  Set<Parameter> parameters();

  /** Whether it folds operands in the order of their ranks, for any root. */
  boolean keepsOrder(Parameters values);

  /** Whether it takes blocks of different lengths. */
  default boolean takesUnequalBlocks() {
    return true;
  }

  /** Makes a machine that does it once or many times. */
  Collective machine(Task task);
}
