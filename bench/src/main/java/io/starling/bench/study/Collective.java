package io.starling.bench.study;

import java.util.Locale;

/** The collectives that the paper measures. */
enum Collective {
  BROADCAST,
  REDUCE;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
