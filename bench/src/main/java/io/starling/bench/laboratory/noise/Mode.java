package io.starling.bench.laboratory.noise;

import java.util.Locale;

/** How time is taken away from ranks. */
enum Mode {
  /** By the rank itself, inside Starling's progress: its other threads go on. */
  SPIN,
  /** By SIGSTOP and SIGCONT from outside, for any process. */
  STOP;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
