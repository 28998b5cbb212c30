package io.starling.bench.micro;

import io.starling.bench.report.Labels;

/** Which ranks of {@link BenchmarkKind#OVERLAP} compute; the others wait in the broadcast. */
public enum Computing {
  ALL,
  ROOT,
  RECEIVERS;

  /** The name on the command line and in JSON. */
  public String label() {
    return Labels.of(this);
  }

  /** Whether a rank computes. */
  boolean includes(int rank, int root) {
    return switch (this) {
      case ALL -> true;
      case ROOT -> rank == root;
      case RECEIVERS -> rank != root;
    };
  }
}
