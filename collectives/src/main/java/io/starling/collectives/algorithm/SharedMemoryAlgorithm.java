package io.starling.collectives.algorithm;

import java.util.Set;

/** An algorithm in memory that ranks share. Where they share none, another one sends messages. */
public sealed interface SharedMemoryAlgorithm extends Algorithm
    permits BoardAlgorithm, ShelfAlgorithm, SlicesAlgorithm {

  /** The other algorithm. */
  Algorithm elsewhere();

  /** The parameters of the other algorithm, if this one runs with these. */
  default Parameters elsewhere(Parameters own) {
    return own;
  }

  @Override
  default CollectiveKind kind() {
    return elsewhere().kind();
  }

  @Override
  default String restrictions() {
    return elsewhere().restrictions();
  }

  @Override
  default Set<Parameter> parameters() {
    return elsewhere().parameters();
  }

  @Override
  default boolean keepsOrder(Parameters values) {
    return elsewhere().keepsOrder(values);
  }
}
