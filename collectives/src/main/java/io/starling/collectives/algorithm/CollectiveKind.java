package io.starling.collectives.algorithm;

import java.util.Locale;

/** The collectives for which algorithms are selected. */
public enum CollectiveKind {
  BARRIER,
  BROADCAST,
  REDUCE,
  ALLREDUCE,
  SCATTER,
  GATHER,
  ALLGATHER,
  ALLTOALL,
  REDUCE_SCATTER,
  SCAN,
  EXCLUSIVE_SCAN,
  NEIGHBOUR_ALLGATHER,
  NEIGHBOUR_ALLTOALL;

  /** The name in specifications and tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it folds, so that the order of operands may matter. */
  public boolean folds() {
    return switch (this) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXCLUSIVE_SCAN -> true;
      default -> false;
    };
  }

  /** Whether one rank, the root, has a special part. */
  public boolean hasRoot() {
    return switch (this) {
      case BROADCAST, REDUCE, SCATTER, GATHER -> true;
      default -> false;
    };
  }

  /** The collective with this label, or null. */
  public static CollectiveKind named(String label) {
    for (CollectiveKind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    return null;
  }
}
