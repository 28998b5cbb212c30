package io.starling.bench;

import io.starling.launcher.placing.DefaultRanks;

/** The cores that this process may use. */
public final class Cores {

  private Cores() {}

  /** How many ranks run at full speed. */
  public static int available() {
    return DefaultRanks.here();
  }
}
