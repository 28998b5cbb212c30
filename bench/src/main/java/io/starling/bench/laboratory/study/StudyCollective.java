package io.starling.bench.laboratory.study;

import java.util.Locale;

/** The collectives that the paper measures. */
enum StudyCollective {
  BROADCAST,
  REDUCE;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
