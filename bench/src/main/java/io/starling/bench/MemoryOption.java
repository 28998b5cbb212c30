package io.starling.bench;

import io.starling.bench.report.Labels;

/** In whose memory messages lie, as {@code --device} says. */
enum MemoryOption {
  CPU,
  GPU;

  /** The name on the command line. */
  String label() {
    return Labels.of(this);
  }
}
