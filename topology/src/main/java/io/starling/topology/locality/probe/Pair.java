package io.starling.topology.locality.probe;

/**
 * Two hosts, the first of which measures.
 *
 * @param from the host that sends probes
 * @param to the host that sends them back
 */
public record Pair(int from, int to) {

  /** The other direction. */
  Pair reversed() {
    return new Pair(to, from);
  }
}
