package io.starling.bench;

import io.starling.topology.Affinity;
import io.starling.topology.Machine;

/** The cores that this process may use. */
public final class Cores {

  private Cores() {}

  /** How many ranks run at full speed. */
  public static int available() {
    return Math.max(1, Machine.here().slots(Affinity.ofThisProcess()));
  }
}
