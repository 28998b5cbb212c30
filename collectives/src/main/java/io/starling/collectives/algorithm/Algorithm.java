package io.starling.collectives.algorithm;

import io.starling.collectives.operation.CollectiveOperation;
import java.util.Set;

/**
 * An entry of the {@link AlgorithmRegistry}. An algorithm in the registry is tested, listed,
 * selected and benchmarked without further steps.
 */
public sealed interface Algorithm
    permits BroadcastAlgorithm, PatternAlgorithm, ReduceAlgorithm, SharedMemoryAlgorithm {

  CollectiveKind kind();

  /** Unique among the algorithms of its kind. */
  String name();

  /** A description of one line. */
  String description();

  /** Its restrictions, or an empty text. */
  String restrictions();

  /** Its parameters. */
  Set<Parameter> parameters();

  /** Whether it folds operands in rank order, for any root. */
  boolean keepsOrder(Parameters values);

  /** Whether it supports blocks of different lengths. */
  default boolean takesUnequalBlocks() {
    return true;
  }

  /** Makes an operation that runs it, once or many times. */
  CollectiveOperation operation(Task task);
}
